import type { EventEmitter } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { dropAndClose, listenLocally } from '../http/local-server.ts';
import type { SignatureRules } from '../aws-protocol/verify-signature.ts';
import { openAccounts } from './accounts.ts';
import { createAdminApi } from './admin-api.ts';
import {
  endSessionsOfDeletedAccount,
  removeIssuerParameter,
  removeScope,
  signOut,
  type CognitoPathsInput,
} from './cognito-paths.ts';
import { paths, USER_POOL_ID } from './cognito-pool.ts';
import { messagePage, wrongRequest } from './message-page.ts';
import { pageSender } from './page-frame.ts';
import { createProvider } from './oidc-provider.ts';
import { serveSignInForm, type SignInFormInput } from './sign-in-form.ts';
import { openSigningKeys } from './signing-keys.ts';

export type LocalCognitoInput = SignatureRules & {
  /** Accounts and keys are kept in `identity/` under it. */
  dataDir: string;
  clientId: string;
  /** The only redirect URI; compared exactly. */
  callbackUrl: string;
  /** The only address that sign-out may redirect to; compared exactly. */
  logoutUrl: string;
  /** Called with one line per event; never with an address, a token or a name. */
  log: (line: string) => void;
};

export type LocalCognito = {
  /** Instead of the Cognito domain. No trailing slash. */
  url: string;
  userPoolId: string;
  jwksUri: string;
  /** For AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER. */
  adminUrl: string;
  close: () => Promise<void>;
};

/**
 * Starts the double of Amazon Cognito: oidc-provider behind Cognito's paths and token shapes, with a sign-in
 * page that asks for no password. At 127.0.0.1 and not at localhost, because browsers share cookies between
 * ports, and the product is on localhost.
 * @throws Error if a kept file is damaged
 */
export async function startCognito(input: LocalCognitoInput): Promise<LocalCognito> {
  const folder = join(input.dataDir, 'identity');
  const accounts = await openAccounts(join(folder, 'accounts.json'), input.now);
  const keys = await openSigningKeys(join(folder, 'keys.json'));
  const startUrl = new URL('/api/login', input.callbackUrl).href;
  const showPage = pageSender(new URL(startUrl).origin);
  const provider = createProvider({
    ...input,
    accounts,
    keys,
    renderError: (ctx, out) => {
      showPage(ctx, {
        status: ctx.status,
        body: messagePage(wrongRequest(out.error, out.error_description), startUrl),
      });
    },
  });
  const adminServer = createServer(createAdminApi(accounts, input));
  const server = createServer();
  const origin = await listenLocally(server);
  mount({ ...input, provider, accounts, origin, startUrl, showPage });
  const handle = provider.callback();
  server.on('request', (request, response) => void handle(request, response));
  return {
    url: origin,
    userPoolId: USER_POOL_ID,
    jwksUri: origin + paths.jwks,
    adminUrl: await listenLocally(adminServer),
    close: async () => {
      await Promise.all([server, adminServer].map(dropAndClose));
      await accounts.settled();
    },
  };
}

type Mounted = CognitoPathsInput & SignInFormInput & Pick<LocalCognitoInput, 'callbackUrl' | 'log'>;

function mount(input: Mounted): void {
  const { provider, log } = input;
  const host = new URL(input.origin).host;
  const complain = (error: Error): void => log(`identity: ${error.name}: ${error.message}`);
  provider.on('server_error', (_ctx, error) => complain(error));
  const koa: EventEmitter = provider;
  koa.on('error', complain);
  provider.use(async (ctx, next) => {
    // Any other host name is DNS rebinding: a page elsewhere whose name was pointed at this address.
    if (ctx.host !== host) {
      ctx.status = 421;
      return;
    }
    // oidc-provider also has paths that Cognito does not have.
    if (!isServed(ctx.path)) ctx.status = 404;
    else if (ctx.path === paths.logout) await signOut(ctx, input);
    else if (ctx.path.startsWith('/login/')) await serveSignInForm(ctx, input);
    else {
      if (ctx.path === paths.authorize) await endSessionsOfDeletedAccount(ctx, input);
      await next();
      if (ctx.path === paths.token) removeScope(ctx);
      removeIssuerParameter(ctx, input.callbackUrl);
    }
  });
}

/** Cognito's paths, the sign-in page, and oidc-provider's steps in between, which lie below those paths. */
function isServed(path: string): boolean {
  return [...Object.values(paths), '/login'].some((known) => path === known || path.startsWith(`${known}/`));
}
