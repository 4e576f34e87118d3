import { PICTURE_ROUTE } from '../domain/link-picture.ts';
import { CALL_SECONDS } from './call-row.ts';
import type { RequestRow } from './function-row.ts';

/** The Lambdas behind pages, and behind the pictures of links to them. Everything else that browsers show is a file. */
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
  {
    id: 'event-picture',
    noun: 'events',
    entry: 'functions/http/event-picture.ts',
    trigger: { kind: 'page', path: PICTURE_ROUTE },
    grants: { table: ['BatchGetItem'] },
    memoryMb: 1024,
    timeoutSeconds: CALL_SECONDS,
    nativePackages: ['sharp', 'dejavu-fonts-ttf'],
  },
];
