/** Arithmetic of the Cortex-M33's instructions that JavaScript has no operator for, and the condition codes. */

/** True if the flags meet the condition. `nz` has the sign and zeroness that N and Z describe. */
export function holds(condition: number, nz: number, c: number, v: number): boolean {
  let held: boolean;
  switch (condition >> 1) {
    case 0:
      held = nz === 0;
      break;
    case 1:
      held = c === 1;
      break;
    case 2:
      held = nz < 0;
      break;
    case 3:
      held = v === 1;
      break;
    case 4:
      held = c === 1 && nz !== 0;
      break;
    case 5:
      held = nz < 0 === (v === 1);
      break;
    case 6:
      held = nz !== 0 && nz < 0 === (v === 1);
      break;
    default:
      return true;
  }
  return (condition & 1) === 0 ? held : !held;
}

/** The upper word of the product of two unsigned words. */
export function highProduct(x: number, y: number): number {
  const [xl, xh, yl, yh] = [x & 0xffff, x >>> 16, y & 0xffff, y >>> 16];
  const low = xl * yl;
  const one = xh * yl + (low >>> 16);
  const two = xl * yh + (one & 0xffff);
  return (xh * yh + Math.floor(one / 65536) + (two >>> 16)) | 0;
}

/** The bits in reverse order. */
export function reversed(x: number): number {
  let bits = x;
  bits = ((bits >>> 1) & 0x55555555) | ((bits & 0x55555555) << 1);
  bits = ((bits >>> 2) & 0x33333333) | ((bits & 0x33333333) << 2);
  bits = ((bits >>> 4) & 0x0f0f0f0f) | ((bits & 0x0f0f0f0f) << 4);
  return swapped(bits);
}

/** The bytes in reverse order. */
export function swapped(x: number): number {
  const bytes = ((x & 0x00ff00ff) << 8) | ((x >>> 8) & 0x00ff00ff);
  return (bytes << 16) | (bytes >>> 16);
}
