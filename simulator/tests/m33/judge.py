"""Instruction samples for the emulated Cortex-M33, judged by Unicorn's.

`judge.py make COUNT SEED FILE` writes random samples with what Unicorn makes of them; `judge.py show FILE INDEX` shows one
whole; `judge.py trace FILE` runs the stretches of firmware that our core has written down (see trace.ts). The recorded
samples, `samples.bin`, are `make 20000 1`.

A sample is one instruction, a pair of exclusive accesses, or an IT block with all that it governs. Registers, flags and
memory before it follow from its number alone; of what comes after it a check sum is kept.

A sample in a file: a byte with its number of halfwords, those, and the check sum in four bytes. The byte's highest bit
marks an instruction that reads the halfwords behind it as data.

What Unicorn does in its own way, and what is left out for that:
- It counts an IT block as one instruction and may stop after it: blocks run to an address, not for a count.
- It keeps the lowest two bits of a sum in SP, which the architecture clears: sums in SP are multiples of four.
- Flags cannot have N and Z at once here, so none is set up that way.
- What the architecture calls unpredictable is not made: SP and PC as operands, bases inside their own lists, and so on.
"""

import functools
import multiprocessing
import random
import struct
import sys

from unicorn import UC_ARCH_ARM, UC_MODE_MCLASS, UC_MODE_THUMB, Uc, UcError
from unicorn import arm_const as arm

CODE = 0x10000000
RAM = 0x20000000
WINDOW = 0x20001000
WINDOW_BYTES = 256
STRIDE = 32
SLOTS = 20_000
NOP = 0xBF00
REGISTERS = [getattr(arm, f"UC_ARM_REG_R{i}") for i in range(13)] + [arm.UC_ARM_REG_SP, arm.UC_ARM_REG_LR]
FLAGS = 0xF8000000
ODD_VALUES = [0, 1, 2, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xFFFFFFFE, 0x80000001]
MASK = 0xFFFFFFFF


def stir(value):
    """One step of the generator that both sides share."""
    value ^= (value << 13) & MASK
    value ^= value >> 17
    return value ^ ((value << 5) & MASK)


def before(index):
    """Registers, flags and the window of memory before sample `index`."""
    state = ((index + 1) * 2654435761) & MASK or 1
    words = []
    for _ in range(16 + WINDOW_BYTES // 4):
        state = stir(state)
        words.append(state)
    r = words[:15]
    for i in (4, 5, 6):
        r[i] = ODD_VALUES[r[i] & 7]
    for i in (7, 8, 9):
        r[i] = WINDOW + 64 + (r[i] & 0x3C)
    for i in (10, 11):
        r[i] &= 15
    r[13] = WINDOW + 128
    r[14] = CODE | r[14] & 0x1FFFFFE | 1
    flags = words[15] & FLAGS
    if flags & 0xC0000000 == 0xC0000000:
        flags &= ~0x40000000
    return r, flags, struct.pack(f"<{WINDOW_BYTES // 4}I", *words[16:])


def place(index):
    """Where a sample lies: what depends on its address is judged too."""
    return CODE + 0x1000000 + index % SLOTS * STRIDE


def check_sum(registers, pc, flags, memory):
    total = 0x811C9DC5
    for word in (*registers, pc, flags & FLAGS, *struct.unpack(f"<{WINDOW_BYTES // 4}I", memory)):
        total = ((total ^ word) * 0x01000193) & MASK
        total ^= total >> 15
    return total


# Making samples ----------------------------------------------------------------------------------------------------

ANY = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14]
LOW = list(range(8))
BASES = [7, 8, 9, 13]
FREE = [0, 1, 2, 3, 4, 5, 6, 12, 14]
INDEXES = [10, 11]


def modified(rng):
    return rng.getrandbits(1) << 10, rng.getrandbits(3) << 12 | rng.getrandbits(8)


def narrow(rng):
    """An instruction of 16 bits that neither branches nor reaches memory."""
    kind = rng.randrange(8)
    if kind == 0:
        return [rng.randrange(3) << 11 | rng.getrandbits(11)]
    if kind == 1:
        return [0x1800 | rng.getrandbits(11)]
    if kind == 2:
        return [0x2000 | rng.getrandbits(13)]
    if kind in (3, 4):
        return [0x4000 | rng.getrandbits(10)]
    if kind == 5:
        what, d, m = rng.choice([0x4400, 0x4500, 0x4600]), rng.choice(ANY), rng.choice(ANY)
        if what == 0x4500 and d < 8 and m < 8:
            d = 12
        return [what | (d & 8) << 4 | m << 3 | d & 7]
    if kind == 6:
        return [rng.choice([0xB200, 0xB240, 0xB280, 0xB2C0, 0xBA00, 0xBA40, 0xBAC0]) | rng.getrandbits(6)]
    return [rng.choice([0xA000, 0xA800]) | rng.getrandbits(11)]


def wide(rng):
    """The same of 32 bits."""
    d, n, m, a = (rng.choice(ANY) for _ in range(4))
    kind = rng.randrange(13)
    sets = rng.getrandbits(1) << 4
    if kind < 3:
        what = rng.choice([0, 1, 2, 3, 4, 8, 10, 11, 13, 14])
        high, low = modified(rng)
        if low & 255 == 0 and (high | low & 0x7000) and (low >> 12 & 7 | high >> 7) < 4:
            low |= 1
        if what in (2, 3) and rng.randrange(3) == 0:
            n = 15
        if what in (0, 4, 8, 13) and rng.randrange(4) == 0:
            d, sets = 15, 16
        return [0xF000 | high | what << 5 | sets | n, low | d << 8]
    if kind < 6:
        what = rng.choice([0, 1, 2, 3, 4, 8, 10, 11, 13, 14])
        if what in (2, 3) and rng.randrange(3) == 0:
            n = 15
        if what in (0, 4, 8, 13) and rng.randrange(4) == 0:
            d, sets = 15, 16
        shift = rng.getrandbits(3) << 12 | rng.getrandbits(4) << 4
        if rng.randrange(3) == 0:
            shift = 0
        return [0xEA00 | what << 5 | sets | n, shift | d << 8 | m]
    if kind == 6:
        high, low = modified(rng)
        what = rng.choice([0xF200, 0xF2A0, 0xF240, 0xF2C0])
        if what in (0xF200, 0xF2A0) and rng.randrange(4) == 0:
            n = 15
        if what in (0xF240, 0xF2C0):
            n = rng.getrandbits(4)
        return [what | high | n, low | d << 8]
    if kind == 7:
        low, width = rng.randrange(32), rng.randrange(32)
        place = (low & 0x1C) << 10 | (low & 3) << 6 | d << 8
        what = rng.randrange(5)
        if what == 0:
            return [0xF360 | rng.choice([n, 15]), place | max(low, width)]
        if what == 1:
            return [0xF340 | n, place | min(31 - low, width)]
        if what == 2:
            return [0xF3C0 | n, place | min(31 - low, width)]
        if low == 0:
            return [rng.choice([0xF300, 0xF380]) | n, place | width]
        return [rng.choice([0xF300, 0xF320, 0xF380, 0xF3A0]) | n, place | width]
    if kind == 8:
        return [0xFA00 | rng.getrandbits(2) << 5 | sets | n, 0xF000 | d << 8 | rng.choice([m, 10, 11])]
    if kind == 9:
        if rng.getrandbits(1):
            return [rng.choice([0xFA0F, 0xFA1F, 0xFA4F, 0xFA5F]), 0xF080 | d << 8 | rng.getrandbits(2) << 4 | m]
        what = rng.choice([(0xFA90, 0xF080), (0xFA90, 0xF090), (0xFA90, 0xF0A0), (0xFA90, 0xF0B0), (0xFAB0, 0xF080)])
        return [what[0] | m, what[1] | d << 8 | m]
    if kind == 10:
        return [0xFB00 | n, rng.choice([a, 15]) << 12 | d << 8 | m] if rng.getrandbits(1) else [0xFB00 | n, a << 12 | d << 8 | 0x10 | m]
    if kind == 11:
        while a == d:
            a = rng.choice(ANY)
        return [rng.choice([0xFB80, 0xFBA0, 0xFBC0, 0xFBE0]) | n, a << 12 | d << 8 | m]
    return [rng.choice([0xFB90, 0xFBB0]) | n, 0xF0F0 | d << 8 | m]


def memory(rng):
    """An access to the window: single, double, several, with acquire or release."""
    t, t2, n = rng.choice(FREE), rng.choice(FREE), rng.choice(BASES)
    kind = rng.randrange(8)
    if kind == 0:
        n = 7
        return [rng.choice([0x6000, 0x6800, 0x7000, 0x7800, 0x8000, 0x8800]) | rng.randrange(16) << 6 | n << 3 | rng.randrange(7)]
    if kind == 1:
        return [rng.choice([0x9000, 0x9800]) | rng.randrange(7) << 8 | rng.randrange(24)]
    size = rng.choice([0x00, 0x20, 0x40])
    signed = 0x100 if size < 0x40 and rng.getrandbits(1) else 0
    load = 0x10 if signed else rng.choice([0, 0x10])
    if kind == 2:
        return [0xF880 | signed | size | load | n, t << 12 | rng.randrange(96)]
    if kind == 3:
        return [0xF800 | signed | size | load | n, t << 12 | rng.getrandbits(2) << 4 | rng.choice(INDEXES)]
    if kind == 4:
        how = rng.choice([0x900, 0xB00, 0xD00, 0xF00, 0xC00])
        offset = rng.randrange(0, 64)
        return [0xF800 | signed | size | load | n, t << 12 | how | offset & ~3 if n == 13 else t << 12 | how | offset]
    if kind == 5:
        while t2 == t:
            t2 = rng.choice(FREE)
        how = rng.choice([0xE840, 0xE8C0, 0xE8E0, 0xE860, 0xE940, 0xE9C0, 0xE960, 0xE9E0])
        if how in (0xE840, 0xE8C0):
            how |= 0x20
        return [how | rng.choice([0, 0x10]) | n, t << 12 | t2 << 8 | rng.randrange(16)]
    if kind == 6:
        listed = 0
        while bin(listed).count("1") < 2:
            listed = sum(1 << i for i in FREE if rng.getrandbits(1))
        if n == 13 and rng.getrandbits(1):
            listed &= 0x7F
            return [rng.choice([0xB400, 0xBC00]) | (listed or 3)]
        listed = listed if rng.getrandbits(1) else listed & 0x103F or 3
        if bin(listed).count("1") < 2:
            listed = 3
        return [rng.choice([0xE880, 0xE890, 0xE900, 0xE910]) | rng.choice([0, 0x20]) | n, listed]
    what = rng.choice([0x8F, 0x9F, 0xAF])
    n = rng.choice([7, 8, 9])
    return [rng.choice([0xE8C0, 0xE8D0]) | n, t << 12 | 0xF00 | what]


def exclusive(rng):
    """A pair of exclusive accesses to the same place, or a store alone, which must fail."""
    t, t2, n = rng.choice(FREE), rng.choice(FREE), rng.choice([7, 8, 9])
    while t2 == t:
        t2 = rng.choice(FREE)
    size = rng.randrange(6)
    if size == 0:
        offset = rng.randrange(8)
        pair = [0xE850 | n, t << 12 | 0xF00 | offset], [0xE840 | n, t << 12 | t2 << 8 | offset]
    else:
        what = [0x40, 0x50, 0xC0, 0xD0, 0xE0][size - 1]
        pair = [0xE8D0 | n, t << 12 | 0xF0F | what], [0xE8C0 | n, t << 12 | 0xF00 | what | t2]
    alone = rng.randrange(4)
    if alone == 0:
        return [0xF3BF, 0x8F2F] + pair[1]
    if alone == 1:
        return pair[0] + [0xF3BF, 0x8F2F] + pair[1]
    return pair[0] + pair[1]


def literal(rng):
    """A load of what lies behind it. The first halfword of the data is the first that an offset of 0 can reach."""
    t, t2 = rng.choice(FREE), rng.choice(FREE)
    data = [rng.getrandbits(16) for _ in range(8)]
    kind = rng.randrange(4)
    if kind == 0:
        return [0x4800 | rng.randrange(8) << 8 | rng.randrange(3), NOP, *data]
    if kind == 1:
        size = rng.choice([0x00, 0x20, 0x40, 0x100, 0x120])
        return [0xF89F | size, t << 12 | rng.randrange(13), *data]
    if kind == 2:
        # Into the program counter.
        to = CODE | rng.getrandbits(24) << 1 | 1
        return [0xF8DF, 0xF000 | 4 * rng.randrange(4), *[to & 0xFFFF, to >> 16] * 4]
    while t2 == t:
        t2 = rng.choice(FREE)
    return [0xE9DF, t << 12 | t2 << 8 | rng.randrange(3), *data]


def stack(rng):
    """A change of the stack pointer, or a look at the flags."""
    kind = rng.randrange(5)
    if kind == 0:
        return [0xB000 | rng.getrandbits(8)]
    if kind == 1:
        return [0x4685 | rng.choice(BASES[:3]) << 3]
    if kind == 2:
        # By a multiple of four.
        return [rng.choice([0xEB0D, 0xEBAD]), 0x0D80 | rng.choice(INDEXES)]
    if kind == 3:
        return [rng.choice([0xF10D, 0xF1AD, 0xF20D, 0xF2AD]), 0x0D00 | rng.getrandbits(6) << 2]
    return [0xF3EF, 0x8000 | rng.choice(ANY) << 8]


def table_branch(rng):
    """A jump by a table in the window."""
    return [0xE8D0 | rng.choice([7, 8, 9]), 0xF000 | rng.getrandbits(1) << 4 | rng.choice(INDEXES)]


def branch(rng):
    kind = rng.randrange(8)
    if kind == 0:
        return [0xD000 | rng.randrange(14) << 8 | rng.getrandbits(8)]
    if kind == 1:
        return [0xE000 | rng.getrandbits(11)]
    if kind == 2:
        return [rng.choice([0xB100, 0xB900]) | rng.getrandbits(1) << 9 | rng.getrandbits(8)]
    if kind == 3:
        return [0xF000 | rng.getrandbits(11), 0x9000 | rng.getrandbits(1) << 14 | rng.getrandbits(1) << 13 | rng.getrandbits(12) & 0xFFF]
    if kind == 4:
        return [0xF000 | rng.getrandbits(1) << 10 | rng.randrange(14) << 6 | rng.getrandbits(6), 0x8000 | rng.getrandbits(1) << 13 | rng.getrandbits(1) << 11 | rng.getrandbits(11)]
    if kind == 5:
        return table_branch(rng)
    if kind == 6:
        return [rng.choice([0x46F7, *(0x4487 | index << 3 for index in INDEXES)])]
    return [rng.choice([0x4700, 0x4780]) | 14 << 3]


def it_block(rng):
    length = rng.randrange(1, 5)
    condition = rng.randrange(14)
    others = rng.getrandbits(3)
    mask = ((condition & 1) << 4 | sum(((condition ^ (others >> i)) & 1) << (3 - i) for i in range(length - 1)) | 1 << (4 - length)) & 15
    code = [0xBF00 | condition << 4 | mask]
    # Before an access nothing may change its base.
    access = rng.randrange(2 * length)
    for place in range(length):
        if access < length and place <= access:
            code += memory(rng) if place == access else [NOP]
        else:
            code += rng.choice([narrow, wide])(rng)
    return code


def make(rng):
    """A sample's halfwords, and whether all but the first instruction are data."""
    kind = rng.randrange(23)
    if kind < 5:
        return narrow(rng), False
    if kind < 11:
        return wide(rng), False
    if kind < 14:
        return memory(rng), False
    if kind < 15:
        return exclusive(rng), False
    if kind < 17:
        return branch(rng), False
    if kind < 18:
        return literal(rng), True
    if kind < 19:
        return stack(rng), False
    return it_block(rng), False


# Unicorn -----------------------------------------------------------------------------------------------------------

def wide_at(half):
    return half >> 11 >= 0x1D


def count(code):
    at = number = 0
    while at < len(code):
        at += 2 if wide_at(code[at]) else 1
        number += 1
    return number


def machine(code_bytes):
    uc = Uc(UC_ARCH_ARM, UC_MODE_THUMB | UC_MODE_MCLASS)
    uc.ctl_set_cpu_model(arm.UC_CPU_ARM_CORTEX_M33)
    uc.mem_map(CODE, (code_bytes + 0xFFF) & ~0xFFF)
    uc.mem_map(RAM, 0x82000)
    return uc


def judged(uc, index, at, code, single):
    """What Unicorn makes of a sample: registers, program counter, flags, memory; None where it refuses."""
    registers, flags, window = before(index)
    # An earlier sample may have run on to this address and left a cached translation of the old code.
    uc.ctl_remove_cache(at, at + STRIDE)
    uc.mem_write(WINDOW, window)
    uc.reg_write_batch(list(zip(REGISTERS, registers)))
    uc.reg_write(arm.UC_ARM_REG_XPSR, flags | 1 << 24)
    try:
        if single:
            uc.emu_start(at | 1, 0xFFFFFFFE, count=1)
        else:
            uc.emu_start(at | 1, at + 2 * len(code))
    except UcError:
        return None
    values = uc.reg_read_batch([*REGISTERS, arm.UC_ARM_REG_PC, arm.UC_ARM_REG_XPSR])
    return values[:15], values[15] - at, values[16], bytes(uc.mem_read(WINDOW, WINDOW_BYTES))


def load(uc, at, code):
    uc.mem_write(at, struct.pack(f"<{len(code)}H", *code) + struct.pack("<H", NOP) * (STRIDE // 2 - len(code)))


def samples(number, first, seed):
    """Samples `first` and after, as many as have slots; how many Unicorn refused."""
    rng = random.Random(f"{seed}/{first}")
    uc = machine(SLOTS * STRIDE + 0x2000000)
    file, refused = bytearray(), 0
    for index in range(first, min(first + SLOTS, number)):
        at = place(index)
        while True:
            code, has_data = make(rng)
            load(uc, at, code)
            after = judged(uc, index, at, code, has_data or count(code) == 1)
            if after:
                break
            refused += 1
            uc = machine(SLOTS * STRIDE + 0x2000000)
        registers, pc, flags, window = after
        total = check_sum(registers, pc & MASK, flags, window)
        file += struct.pack(f"<B{len(code)}HI", len(code) | has_data << 7, *code, total)
    return file, refused


def write_samples(number, seed, path):
    with multiprocessing.Pool() as pool, open(path, "wb") as file:
        refused = 0
        for some, of_them in pool.imap(functools.partial(samples, number, seed=seed), range(0, number, SLOTS)):
            file.write(some)
            refused += of_them
    print(f"{number} samples, {refused} refused by Unicorn")


def show(path, wanted):
    data = open(path, "rb").read()
    offset = 0
    for _ in range(wanted + 1):
        length, has_data = data[offset] & 0x7F, data[offset] >> 7
        code = list(struct.unpack_from(f"<{length}H", data, offset + 1))
        offset += 5 + 2 * length
    uc = machine(SLOTS * STRIDE + 0x2000000)
    at = place(wanted)
    load(uc, at, code)
    registers, flags, _ = before(wanted)
    print("code", [hex(half) for half in code])
    print("before", [hex(value) for value in registers], hex(flags))
    after = judged(uc, wanted, at, code, has_data or count(code) == 1)
    print("after ", [hex(value) for value in after[0]], "pc+", after[1], hex(after[2]))


def check_trace(path):
    """Stretches of firmware: each has registers, memory and a number of instructions before, and the same after. Without a
    number it is an IT block, which runs to where ours ended."""
    data = memoryview(open(path, "rb").read())
    flash_bytes, ram_bytes, rom_bytes = struct.unpack_from("<III", data)
    at = 12 + flash_bytes
    uc = machine(flash_bytes)
    uc.mem_write(CODE, bytes(data[12:at]))
    uc.mem_map(0, rom_bytes)
    uc.mem_write(0, bytes(data[at : at + rom_bytes]))
    at += rom_bytes
    ram = bytearray(ram_bytes)

    def learn(at):
        """Reads the pages of memory that have changed."""
        number = struct.unpack_from("<I", data, at)[0]
        at += 4
        for _ in range(number):
            start = struct.unpack_from("<I", data, at)[0]
            ram[start : start + 1024] = data[at + 4 : at + 1028]
            at += 1028
        return at

    stretches = blocks = instructions = different = 0
    while at < len(data):
        number, *first = struct.unpack_from("<18I", data, at)
        at = learn(at + 72)
        uc.mem_write(RAM, bytes(ram))
        last = struct.unpack_from("<17I", data, at)
        at = learn(at + 68)
        uc.reg_write_batch(list(zip(REGISTERS, first[:15])))
        uc.reg_write(arm.UC_ARM_REG_XPSR, first[16] & FLAGS | 1 << 24)
        uc.reg_write(arm.UC_ARM_REG_PRIMASK, first[16] >> 9 & 1)
        if number:
            uc.emu_start(first[15] | 1, 0xFFFFFFFE, count=number)
        else:
            # A cached translation would not stop at another address than the one that it was made for.
            uc.ctl_flush_tb()
            uc.emu_start(first[15] | 1, last[15])
            blocks += 1
        values = uc.reg_read_batch([*REGISTERS, arm.UC_ARM_REG_PC])
        flags = uc.reg_read(arm.UC_ARM_REG_XPSR)
        same = tuple(values) == last[:16] and flags & FLAGS == last[16] & FLAGS
        if not same or uc.mem_read(RAM, ram_bytes) != ram:
            different += 1
            print(f"stretch {stretches} from {first[15]:#x}, {number} instructions: ends at {values[15]:#x}, ours at {last[15]:#x}")
            for i, (theirs, ours) in enumerate(zip(values, last)):
                if theirs != ours:
                    print(f"  r{i}: {theirs:#x}, ours {ours:#x}")
        stretches += 1
        instructions += number
    print(f"{stretches} stretches, {blocks} IT blocks, {instructions} instructions, {different} different")


if __name__ == "__main__":
    command, *arguments = sys.argv[1:]
    if command == "make":
        write_samples(int(arguments[0]), int(arguments[1]), arguments[2])
    elif command == "show":
        show(arguments[0], int(arguments[1]))
    elif command == "trace":
        check_trace(arguments[0])
    else:
        sys.exit(__doc__)
