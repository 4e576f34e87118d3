import { execFile } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** These belong to one connection, and so to no other (RFC 9113, 8.2.2). */
const CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-connection']);

export type HttpsProxy = {
  readonly url: string;
  /**
   * For `--ignore-certificate-errors-spki-list`: with this trust, responses are cached as from a real site.
   */
  readonly keyHash: string;
  readonly close: () => Promise<void>;
};

/**
 * HTTP/2 over TLS in front of the local system, as browsers reach CloudFront. The responses are the local
 * edge's, which compresses what CloudFront would.
 */
export async function startHttpsProxy(site: string): Promise<HttpsProxy> {
  const { key, cert } = await certificate();
  const server = createSecureServer({ key, cert });
  server.on('request', (asked, answer) => pass(site, asked, answer));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://localhost:${port}`,
    keyHash: createHash('sha256').update(publicKeyOf(cert)).digest('base64'),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function pass(site: string, asked: Http2ServerRequest, answer: Http2ServerResponse): void {
  const kept = Object.entries(asked.headers).filter(([name]) => !name.startsWith(':'));
  const headers = { ...Object.fromEntries(kept), host: new URL(site).host };
  const onward = request(new URL(asked.url, site), { method: asked.method, headers }, (given) => {
    const plain = Object.entries(given.headers).filter(([name]) => !CONNECTION.has(name));
    answer.writeHead(given.statusCode ?? 502, Object.fromEntries(plain));
    given.pipe(answer);
  });
  onward.on('error', () => answer.destroy());
  asked.pipe(onward);
}

const publicKeyOf = (certificate: Buffer): Buffer =>
  new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' });

async function certificate(): Promise<{ key: Buffer; cert: Buffer }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'front-'));
  const [keyFile, certFile] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  await run('openssl', ['req', '-x509', ...made, ...subject, '-keyout', keyFile, '-out', certFile]);
  const [key, cert] = await Promise.all([readFile(keyFile), readFile(certFile)]);
  await rm(folder, { recursive: true });
  return { key, cert };
}
