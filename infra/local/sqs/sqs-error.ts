/** An error that SQS's API Reference names, for the operation or among the common ones. */
export class SqsError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
