import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { eventId } from '../../shared/contract/ids.ts';
import { siteUrl } from '../aws/addresses.ts';
import { lambdaHandler } from '../aws/lambda-handler.ts';
import { log } from '../aws/log.ts';
import { drawPicture } from '../link-preview/draw-picture.ts';
import { PICTURE_KEPT_SECONDS, picturePath, pictureWordsOf } from '../domain/link-picture.ts';
import { getEventAccess } from '../table/event-context.ts';

type Reply = APIGatewayProxyStructuredResultV2;

export const handler = lambdaHandler(showPicture);

/**
 * The picture of a link to an event, for programs that send no cookies. Only the address that belongs to what the picture says
 * now is drawn; every other one leads there, so that nobody can have a picture drawn under a second address.
 */
async function showPicture(request: APIGatewayProxyEventV2): Promise<Reply> {
  const event = await eventOf(request.pathParameters?.['subject']);
  const path = picturePath(event);
  const isCurrent = request.rawPath === path;
  const reply = isCurrent
    ? pictureReply(await drawPicture(event && pictureWordsOf(event)))
    : { statusCode: 302, headers: { location: siteUrl() + path, 'cache-control': 'no-store' } };
  log.info('picture', { requestId: request.requestContext.requestId, status: reply.statusCode });
  return reply;
}

/** @returns undefined if there is no such event */
async function eventOf(subject: string | undefined) {
  const id = eventId.safeParse(subject);
  return id.success ? (await getEventAccess(id.data, { kind: 'anonymous' }))?.event : undefined;
}

const pictureReply = (png: Buffer) => ({
  statusCode: 200,
  headers: { 'content-type': 'image/png', 'cache-control': `public, max-age=${PICTURE_KEPT_SECONDS}` },
  body: png.toString('base64'),
  isBase64Encoded: true,
});
