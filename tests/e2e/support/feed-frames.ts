// Messages of the exchange on a feed socket in whole frames, without answers where those are held.

const HEAD_END = Buffer.from('\r\n\r\n');
/** First byte of an unfragmented text frame. */
const TEXT = 0x81;
const ANSWER = '{"type":"answer"';

/** Cuts what arrives of one socket into frames. */
export class FeedFrames {
  #rest: Buffer = Buffer.alloc(0);
  #isOpen = false;
  #held: Buffer[] = [];

  /** The frames that `bytes` complete, without answers where those are held. */
  pass(bytes: Buffer, holdsAnswers: boolean): Buffer {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    const passed: Buffer[] = [];
    for (let size = this.#size(); size <= this.#rest.length; size = this.#size()) {
      const frame = this.#rest.subarray(0, size);
      this.#rest = this.#rest.subarray(size);
      const isAnswer = this.#isOpen && frame[0] === TEXT && payloadOf(frame).toString('latin1').startsWith(ANSWER);
      (holdsAnswers && isAnswer ? this.#held : passed).push(frame);
      this.#isOpen = true;
    }
    return Buffer.concat(passed);
  }

  /** Answers that were held. */
  takeAnswers(): Buffer {
    return Buffer.concat(this.#held.splice(0));
  }

  /** Bytes of the first frame, or of the HTTP response before all frames; Infinity while not known. */
  #size(): number {
    const rest = this.#rest;
    if (!this.#isOpen) {
      const at = rest.indexOf(HEAD_END);
      return at === -1 ? Infinity : at + HEAD_END.length;
    }
    if (rest.length < headBytes(rest[1] ?? 0)) return Infinity;
    const short = rest[1]!;
    const bytes = short < 126 ? short : short === 126 ? rest.readUInt16BE(2) : Number(rest.readBigUInt64BE(2));
    return headBytes(short) + bytes;
  }
}

/** Size of the head of a frame that nothing masks, by its second byte. */
const headBytes = (short: number): number => (short < 126 ? 2 : short === 126 ? 4 : 10);
const payloadOf = (frame: Buffer): Buffer => frame.subarray(headBytes(frame[1]!));
