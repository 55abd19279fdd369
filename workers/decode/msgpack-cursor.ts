// Reads MessagePack without building objects: numbers, and columns of numbers into rows.

/**
 * A position in one binary message. The first thing that does not fit sets `failed` and moves to the end, so that loops
 * end.
 */
export class MsgpackCursor {
  view = new DataView(new ArrayBuffer(0));
  at = 0;
  end = 0;
  failed = false;

  reset(bytes: ArrayBuffer): void {
    this.view = new DataView(bytes);
    this.at = 0;
    this.end = bytes.byteLength;
    this.failed = false;
  }

  fail(): number {
    this.failed = true;
    this.at = this.end;
    return NaN;
  }

  /** Steps into an array and returns its length; fails when that exceeds the bytes left. */
  array(): number {
    const { view, at, end } = this;
    const lead = at < end ? view.getUint8(at) : 0;
    let count = lead & 15;
    let size = 1;
    if (lead === 0xdc && at + 3 <= end) {
      count = view.getUint16(at + 1);
      size = 3;
    } else if (lead === 0xdd && at + 5 <= end) {
      count = view.getUint32(at + 1);
      size = 5;
    } else if (lead >> 4 !== 9) return this.fail();
    this.at = at + size;
    return count <= end - this.at ? count : this.fail();
  }

  /** One number. */
  number(): number {
    const { view, at, end } = this;
    if (at >= end) return this.fail();
    const lead = view.getUint8(at);
    if (lead < 0x80) {
      this.at = at + 1;
      return lead;
    }
    if (lead >= 0xe0) {
      this.at = at + 1;
      return lead - 256;
    }
    const size = sizeOf(lead);
    if (size === 0 || at + size > end) return this.fail();
    this.at = at + size;
    switch (lead) {
      case 0xcc:
        return view.getUint8(at + 1);
      case 0xcd:
        return view.getUint16(at + 1);
      case 0xce:
        return view.getUint32(at + 1);
      case 0xd0:
        return view.getInt8(at + 1);
      case 0xd1:
        return view.getInt16(at + 1);
      case 0xd2:
        return view.getInt32(at + 1);
      default:
        return view.getFloat64(at + 1);
    }
  }

  /** A whole number from 0 to 2^53 - 1. */
  whole(): number {
    const value = this.number();
    return value >= 0 && value <= Number.MAX_SAFE_INTEGER && Math.floor(value) === value ? value : this.fail();
  }

  /** Reads an array of `count` whole numbers into every `stride`-th element of `data`, from `at` on. */
  wholes(count: number, data: Float64Array, at: number, stride: number): void {
    if (this.array() !== count) return void this.fail();
    for (let i = 0; i < count; i++, at += stride) data[at] = this.whole();
  }

  /** As `wholes`, for numbers encoded as differences to the one before. */
  steps(count: number, data: Float64Array, at: number, stride: number): void {
    if (this.array() !== count) return void this.fail();
    let value = 0;
    for (let i = 0; i < count; i++, at += stride) {
      value += this.number();
      if (!(value >= 0 && value <= Number.MAX_SAFE_INTEGER && Math.floor(value) === value)) this.fail();
      data[at] = value;
    }
  }

  /** As `wholes`, for any finite numbers. */
  numbers(count: number, data: Float64Array, at: number, stride: number): void {
    if (this.array() !== count) return void this.fail();
    for (let i = 0; i < count; i++, at += stride) data[at] = this.finite();
  }

  finite(): number {
    const value = this.number();
    return Number.isFinite(value) ? value : this.fail();
  }
}

/** Size in bytes of a number with the lead byte `lead`; 0 when it is no number of this format. */
function sizeOf(lead: number): number {
  switch (lead) {
    case 0xcc:
    case 0xd0:
      return 2;
    case 0xcd:
    case 0xd1:
      return 3;
    case 0xce:
    case 0xd2:
      return 5;
    case 0xcb:
      return 9;
    default:
      return 0;
  }
}
