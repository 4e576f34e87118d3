import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

export const describeApi = defineEndpoint({
  id: 'describe-api',
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'This description: OpenAPI 3.1, made from the same definitions that the calls are checked by.',
  audience: 'none',
  replies: { 200: z.looseObject({ openapi: z.string() }) },
});
