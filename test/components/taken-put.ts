/** A request to an object store that takes every file. */
export class TakenPut extends EventTarget {
  readonly upload = new EventTarget();
  readonly status = 200;
  readonly responseText = '';
  open() {}
  setRequestHeader() {}
  send() {
    for (const type of ['load', 'loadend']) this.dispatchEvent(new Event(type));
  }
}
