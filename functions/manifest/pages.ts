import type { FunctionRow } from './function-row.ts';

/** The Lambdas behind pages. Everything else that browsers are shown is files. */
export const pages: readonly FunctionRow[] = [
  {
    id: 'show-event',
    entry: 'functions/http/show-event.ts',
    // The address that CloudFront asks for every page of an event under: infra/edge/event-page.js.
    trigger: { kind: 'page', path: '/index.html' },
    grants: {
      table: ['GetItem', 'BatchGetItem', 'Query'],
      indexes: ['gsi1', 'gsi4'],
      secrets: ['media-signing-key'],
    },
    memoryMb: 1024,
    // Whoever waits longer is better off with the unfilled page, which is sent then.
    timeoutSeconds: 5,
  },
];
