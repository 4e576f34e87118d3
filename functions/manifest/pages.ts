import type { RequestRow } from './function-row.ts';

/** The Lambdas behind pages. Everything else that browsers show is a file. */
export const pages: readonly RequestRow[] = [
  {
    id: 'show-event',
    noun: 'events',
    entry: 'functions/http/show-event.ts',
    // The path at which CloudFront requests every page of an event: infra/edge/event-page.js.
    trigger: { kind: 'page', path: '/index.html' },
    grants: {
      table: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem'],
      indexes: ['gsi1', 'gsi4'],
      secrets: ['media-signing-key'],
    },
    memoryMb: 1024,
    // After that, the page as the website has it, unfilled, is the better answer.
    timeoutSeconds: 5,
  },
];
