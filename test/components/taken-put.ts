/** A request to an object store that takes every file. */
export class TakenPut extends EventTarget {
  /** What all of them have sent. */
  static readonly sent: unknown[] = [];
  readonly upload = new EventTarget();
  readonly status = 200;
  readonly responseText = '';
  open() {}
  setRequestHeader() {}
  send(body: unknown) {
    TakenPut.sent.push(body);
    for (const type of ['load', 'loadend']) this.dispatchEvent(new Event(type));
  }
}
