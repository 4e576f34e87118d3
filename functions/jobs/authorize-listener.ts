import { lambdaHandler } from '../aws/lambda-handler.ts';
import { authorizationRequest, mayListen } from '../live-updates/authorize-listener.ts';

/** Answers AWS AppSync whether a browser may connect, or listen to a channel. Nothing of the answer is kept. */
export const handler = lambdaHandler(async (event: unknown) => ({
  isAuthorized: await mayListen(authorizationRequest.parse(event), new Date()),
  ttlOverride: 0,
}));
