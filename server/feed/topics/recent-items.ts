// The latest items of a stream, for the snapshots of its topic.

/** Five minutes of index ticks, or five hours of anchors. */
const MAX_ITEMS = 300;

/** The latest items of a stream, oldest first. */
export class RecentItems<T> {
  readonly list: T[] = [];

  add(item: T): void {
    this.list.push(item);
    if (this.list.length > MAX_ITEMS) this.list.shift();
  }
}
