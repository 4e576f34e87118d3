import type { IncomingMessage, ServerResponse } from 'node:http';

export type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };
