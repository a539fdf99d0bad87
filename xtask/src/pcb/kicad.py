"""Has KiCad fill the pours of circuit boards, check their rules and plot them for a maker.

kicad.py FOLDER FILE...: for each board a report (.rpt) and the plotted layers and holes (-gerbers.zip), in FOLDER. Prints a
line for each board and fails when a rule is broken. Works with the pcbnew module of KiCad 6.
"""

import os
import re
import shutil
import sys
import zipfile

import pcbnew

LAYERS = "F.Cu B.Cu F.Mask B.Mask F.SilkS B.SilkS Edge.Cuts".split()


def plot(board, folder):
    control = pcbnew.PLOT_CONTROLLER(board)
    options = control.GetPlotOptions()
    options.SetOutputDirectory(folder)
    options.SetUseGerberProtelExtensions(True)
    options.SetPlotReference(True)
    options.SetSubtractMaskFromSilk(True)
    for name in LAYERS:
        control.SetLayer(board.GetLayerID(name))
        control.OpenPlotfile(name.replace(".", "_"), pcbnew.PLOT_FORMAT_GERBER, name)
        control.PlotLayer()
    control.ClosePlot()
    drill = pcbnew.EXCELLON_WRITER(board)
    drill.SetFormat(True)
    drill.SetOptions(False, False, board.GetDesignSettings().GetAuxOrigin(), False)
    drill.CreateDrillandMapFilesSet(folder, True, False)


def check(path, out):
    name = os.path.splitext(os.path.basename(path))[0]
    board = pcbnew.LoadBoard(path)
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    filled = os.path.join(out, name + "-filled.kicad_pcb")
    pcbnew.SaveBoard(filled, board)
    report = os.path.join(out, name + ".rpt")
    pcbnew.WriteDRCReport(board, report, pcbnew.EDA_UNITS_MILLIMETRES, True)
    with open(report) as file:
        text = file.read()
    errors = text.count("Severity: error")
    warnings = text.count("Severity: warning")
    unconnected = int(re.search(r"Found (\d+) unconnected", text).group(1))
    folder = os.path.join(out, name + "-gerbers")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    plot(board, folder)
    plotted = sorted(os.listdir(folder))
    with zipfile.ZipFile(folder + ".zip", "w", zipfile.ZIP_DEFLATED) as file:
        for plot_name in plotted:
            file.write(os.path.join(folder, plot_name), plot_name)
    print(f"{name}: {errors} errors, {warnings} warnings, {unconnected} unconnected, {len(plotted)} files plotted")
    return errors + unconnected + (len(plotted) < len(LAYERS) + 2)


broken = [check(path, sys.argv[1]) for path in sys.argv[2:]]
sys.exit(1 if any(broken) else 0)
