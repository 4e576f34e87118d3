import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, tracingChannel } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { CALLER_HEADER } from '../../infra/local/dynamodb/table-request.ts';
import type { HandledCall } from '../../infra/local/lambda/child-messages.ts';

// Loaded before the functions into the processes that run them: their requests to the table then say which function
// sends them, so that the table's meter can tell the functions apart.

const functionIds = new AsyncLocalStorage<string>();
tracingChannel<string, HandledCall>('gatherlens:function-call').start.bindStore(
  functionIds,
  ({ functionId }) => functionId,
);

subscribe('http.client.request.created', (message) => {
  const { request } = message as { request: ClientRequest };
  const functionId = functionIds.getStore();
  const target = request.getHeader('x-amz-target')?.toString() ?? '';
  if (functionId !== undefined && target.startsWith('DynamoDB_'))
    request.setHeader(CALLER_HEADER, functionId);
});
