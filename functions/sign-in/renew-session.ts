import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { log } from '../aws/log.ts';
import { expirySeconds } from '../domain/expiry.ts';
import { USE_RECORDED_SECONDS } from '../domain/sign-in-lifetimes.ts';
import { recordUse, type Session } from '../table/sessions.ts';
import { readSessionToken, sessionCookie } from './session-cookie.ts';

/**
 * Keeps a session that is used from ending: records the use where the last record is a day old. If that fails,
 * the next use is recorded instead.
 * @returns the `Set-Cookie` value with which the browser keeps it as long; undefined if nothing changed
 */
export async function renewSession(
  session: Session,
  { cookies }: Pick<APIGatewayProxyEventV2, 'cookies'>,
  now: Date,
): Promise<string | undefined> {
  const token = readSessionToken(cookies);
  const nowSeconds = expirySeconds(now, 0);
  const isRecent =
    session.usedAtSeconds !== undefined && nowSeconds - session.usedAtSeconds < USE_RECORDED_SECONDS;
  if (token === undefined || isRecent) return undefined;
  try {
    return sessionCookie(token, (await recordUse(session, now)) - nowSeconds);
  } catch (error) {
    log.warn('use of a session not recorded', { error: error instanceof Error ? error : undefined });
    return undefined;
  }
}
