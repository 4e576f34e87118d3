// The gateway asks this before it calls a function. Only CloudFront knows the secret, so requests straight to
// the gateway's own address, past the firewall, are refused. The gateway caches the answer for an hour.
const { createHash, timingSafeEqual } = require('node:crypto');

/** A wrong secret may be a rotated one: it is read again, but not for every wrong call. */
const READ_AGAIN_AFTER_MS = 60_000;

const digest = (text) => createHash('sha256').update(String(text)).digest();

/**
 * @param {{ read: () => Promise<string>, now: () => number }} ports
 * @returns {(event: { headers?: Record<string, string | undefined> }) => Promise<{ isAuthorized: boolean }>}
 */
function createAuthorizer({ read, now }) {
  let known;
  const isKnownSecret = (shown) => known !== undefined && timingSafeEqual(digest(shown), known.digest);
  return async (event) => {
    const shown = event.headers?.['x-origin-secret'];
    if (!shown) return { isAuthorized: false };
    if (isKnownSecret(shown)) return { isAuthorized: true };
    if (known === undefined || now() - known.readAtMs >= READ_AGAIN_AFTER_MS) {
      known = { digest: digest(await read()), readAtMs: now() };
    }
    return { isAuthorized: isKnownSecret(shown) };
  };
}

async function readSecret() {
  // Lambda's Node.js runtime includes it.
  const { SecretsManager } = require('@aws-sdk/client-secrets-manager');
  const answer = await new SecretsManager().getSecretValue({ SecretId: process.env.ORIGIN_SECRET_ARN });
  if (!answer.SecretString) throw new Error('The origin secret is empty.');
  return answer.SecretString;
}

exports.createAuthorizer = createAuthorizer;
exports.handler = createAuthorizer({ read: readSecret, now: Date.now });
