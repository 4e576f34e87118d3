import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { AppError, notFound } from '../domain/app-error.ts';
import { endpoints } from '../manifest/calls.ts';
import { errorReply } from './kit/error-reply.ts';
import { lambdaHandler } from '../aws/lambda-handler.ts';
import { log } from '../aws/log.ts';
import { allowedMethods } from './kit/allowed-methods.ts';

export const handler = lambdaHandler(answerUnmatched);

/** Answers what no route matches: 405 with the allowed methods for a wrong method, or else 404. */
async function answerUnmatched(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  const { requestId } = event.requestContext;
  const allowed = allowedMethods(endpoints, event.rawPath);
  const reply =
    allowed.length > 0
      ? withAllow(errorReply(wrongMethod(), requestId), allowed)
      : errorReply(notFound(), requestId);
  // Without the path: it can hold personal data.
  log.info('request', { requestId, endpoint: 'none', status: reply.statusCode });
  return reply;
}

function wrongMethod(): AppError {
  return new AppError('wrong-method', 'method_not_allowed', {
    message: 'This address does not take that method.',
  });
}

/** Source: RFC 9110, 15.5.6. */
function withAllow(
  reply: APIGatewayProxyStructuredResultV2,
  allowed: readonly string[],
): APIGatewayProxyStructuredResultV2 {
  return { ...reply, headers: { ...reply.headers, allow: allowed.join(', ') } };
}
