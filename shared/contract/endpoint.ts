import type * as z from 'zod/mini';

/** HTTP methods that the product's calls use. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may make a call at all, before any event's access rule is asked:
 * `none` identity plays no part, `anyone` identity is optional, `user` signed in,
 * `person` signed in or a guest with a token, `guest` a guest with a token.
 */
export type Audience = 'none' | 'anyone' | 'user' | 'person' | 'guest';

type Schema = z.ZodMiniType;

/**
 * One call, defined once: the manifest mounts it, `http()` parses by it, the client calls by it,
 * and tests are generated from it. `params` failing to parse is a 404, `query` and `body` a 400.
 */
export type Endpoint = {
  readonly id: string;
  readonly method: Method;
  /** API Gateway's own notation: `/api/events/{eventId}`. */
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly audience: Audience;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** If less than every call's limit. */
  readonly maxBodyBytes?: number;
  /** Reply bodies by success status; `null` has no JSON body (204, 302). */
  readonly replies: Readonly<Record<number, Schema | null>>;
};

type Parsed<S> = S extends Schema ? z.output<S> : undefined;
type Sent<S> = S extends Schema ? z.input<S> : undefined;

/** What a handler receives: parsed and defaulted. */
export type InputOf<E extends Endpoint> = {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
};

/** What a client sends. */
export type RequestOf<E extends Endpoint> = {
  params: Sent<E['params']>;
  query: Sent<E['query']>;
  body: Sent<E['body']>;
};

/** The union of all JSON reply bodies of a call. */
export type ReplyOf<E extends Endpoint> = {
  [S in keyof E['replies']]: E['replies'][S] extends Schema ? z.output<E['replies'][S]> : undefined;
}[keyof E['replies']];

/** Keeps the literal type of a definition. */
export function defineEndpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}
