// JSON that was printed before it is sent, because it goes to more than one receiver or is sent again.
export class Printed<T> {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }

  /** For what has to read it. */
  value(): T {
    return JSON.parse(this.json) as T;
  }
}
