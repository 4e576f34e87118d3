type Details = { code?: string; param?: string; type?: string };

/** An error in Stripe's own format. Source: https://docs.stripe.com/api/errors. */
export class StripeApiError extends Error {
  override readonly name = 'StripeApiError';
  readonly status: number;
  readonly details: Details;

  constructor(status: number, message: string, details: Details = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }

  get body(): { error: Record<string, string> } {
    return { error: { type: 'invalid_request_error', message: this.message, ...this.details } };
  }
}

export function notFound(kind: string, id: string): StripeApiError {
  return new StripeApiError(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param: 'id' });
}

/** What Stripe would obey and this server does not is refused like what Stripe does not know. */
export function unknownParameter(name: string): StripeApiError {
  return new StripeApiError(400, `Received unknown parameter: ${name}`, {
    code: 'parameter_unknown',
    param: name,
  });
}

export function idempotencyKeyInUse(key: string): StripeApiError {
  return new StripeApiError(
    409,
    `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    { code: 'idempotency_key_in_use' },
  );
}

export function idempotencyKeyReused(key: string): StripeApiError {
  return new StripeApiError(
    400,
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    { type: 'idempotency_error' },
  );
}
