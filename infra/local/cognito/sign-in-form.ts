import type { IncomingMessage } from 'node:http';
import { errors, type Provider } from 'oidc-provider';
import type { Account, Accounts } from './accounts.ts';
import { messagePage, messages } from './message-page.ts';
import type { ShowPage } from './page-frame.ts';
import { signInPage, type Problem, type Typed } from './sign-in-page.ts';

const LONGEST_FORM_BYTES = 16_384;
const LONGEST_EMAIL = 254;
const LONGEST_NAME = 100;

const nothing: Typed = { email: '', firstName: '', lastName: '' };

/** The part of Koa's context that is used here. */
type Context = Parameters<Parameters<Provider['use']>[0]>[0];

export type SignInFormInput = {
  provider: Provider;
  accounts: Accounts;
  /** Where to start again: the product's own `/api/login`. */
  startUrl: string;
  /** Our own origin. */
  origin: string;
  showPage: ShowPage;
};

/** Serves `/login/{uid}`: shows the page, takes the form, and returns the person to oidc-provider. */
export async function serveSignInForm(ctx: Context, input: SignInFormInput): Promise<void> {
  const isOpen = await isInteractionOpen(ctx, input.provider);
  if (!isOpen)
    return input.showPage(ctx, { status: 404, body: messagePage(messages.expired, input.startUrl) });
  const show = (typed: Typed, problem?: Problem): void => {
    // 200 even with a problem: browsers log any other status as an error.
    input.showPage(ctx, {
      status: 200,
      body: signInPage({ action: ctx.path, accounts: input.accounts.list(), typed, problem }),
    });
  };
  if (ctx.method !== 'POST') return show(nothing);

  const { origin } = ctx.req.headers;
  if (origin !== undefined && origin !== input.origin) {
    return input.showPage(ctx, { status: 403, body: messagePage(messages.foreign, input.startUrl) });
  }
  const form = await readForm(ctx.req);
  if (form === undefined)
    return show(nothing, { field: undefined, message: 'That was too much text for this form.' });
  const typed = typedIn(form);
  const outcome = await signIn(form, { typed, accounts: input.accounts });
  if ('message' in outcome) return show(typed, outcome);

  const resumeUrl = await input.provider.interactionResult(ctx.req, ctx.res, {
    login: { accountId: outcome.sub },
  });
  ctx.status = 303;
  ctx.redirect(resumeUrl);
}

/** Whether this browser's cookie, whose path is this page's, names a sign-in that is under way. */
async function isInteractionOpen(ctx: Context, provider: Provider): Promise<boolean> {
  try {
    await provider.interactionDetails(ctx.req, ctx.res);
    return true;
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return false;
    throw error;
  }
}

async function signIn(
  form: URLSearchParams,
  from: { typed: Typed; accounts: Accounts },
): Promise<Account | Problem> {
  const chosen = form.get('account');
  if (chosen !== null) {
    const again = await from.accounts.signInAgain(chosen);
    return again ?? { field: undefined, message: 'That account is no longer on this machine.' };
  }
  return problemWith(from.typed) ?? from.accounts.signIn(from.typed);
}

/** What is wrong with a submitted form; undefined if nothing is. */
function problemWith({ email, firstName, lastName }: Typed): Problem | undefined {
  const address = email.trim();
  if (address === '') return { field: 'email', message: 'Enter your email address.' };
  if (address.length > LONGEST_EMAIL || !/^[^\s@<>"]+@[^\s@<>"]+$/.test(address)) {
    return { field: 'email', message: 'Enter an email address like name@example.com.' };
  }
  const tooLong = `Use at most ${LONGEST_NAME} characters.`;
  if (firstName.trim().length > LONGEST_NAME) return { field: 'firstName', message: tooLong };
  if (lastName.trim().length > LONGEST_NAME) return { field: 'lastName', message: tooLong };
  return undefined;
}

function typedIn(form: URLSearchParams): Typed {
  const text = (name: keyof Typed): string => form.get(name) ?? '';
  return { email: text('email'), firstName: text('firstName'), lastName: text('lastName') };
}

/** A posted form; undefined if it is longer than any that the page could send. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= LONGEST_FORM_BYTES) chunks.push(chunk);
  }
  return length > LONGEST_FORM_BYTES
    ? undefined
    : new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
