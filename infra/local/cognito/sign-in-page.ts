import type { Account } from './accounts.ts';
import { html, type Html } from '../pages/html.ts';
import { page } from './page-frame.ts';

/** The form's fields as typed. */
export type Typed = { readonly email: string; readonly firstName: string; readonly lastName: string };

export type Problem = { readonly field: keyof Typed | undefined; readonly message: string };

type View = { action: string; accounts: readonly Account[]; typed: Typed; problem: Problem | undefined };

/** The sign-in page: earlier accounts to choose from, and the fields for a new one. */
export function signInPage(view: View): string {
  const hasAccounts = view.accounts.length > 0;
  return page({
    title: 'Sign in',
    lead: 'This page stands in for the hosted sign-in. There is no password, and nothing leaves this computer.',
    panel: html`${hasAccounts ? accountChoice(view) : undefined}
      <form method="post" action="${view.action}" novalidate>
        ${hasAccounts ? html`<h2>Or as somebody else</h2>` : undefined} ${general(view.problem)}
        ${field(view, { name: 'email', label: 'Email', type: 'email', autocomplete: 'email' })}
        <div class="names">
          ${field(view, { name: 'firstName', label: 'First name', type: 'text', autocomplete: 'given-name' })}
          ${field(view, { name: 'lastName', label: 'Last name', type: 'text', autocomplete: 'family-name' })}
        </div>
        <button class="go">Sign in</button>
      </form>`,
  });
}

function accountChoice(view: View): Html {
  return html`<form method="post" action="${view.action}" aria-labelledby="earlier">
    <h2 id="earlier">Continue as</h2>
    <ul>
      ${view.accounts.map((account) => {
        const name = `${account.firstName} ${account.lastName}`.trim();
        return html`<li>
          <button class="account" name="account" value="${account.sub}">
            <span class="initial" aria-hidden="true">${initialOf(name || account.email)}</span>
            <span class="who"
              >${
                name === ''
                  ? html`<b>${account.email}</b>`
                  : html`<b>${name}</b> <span>${account.email}</span>`
              }</span
            >
          </button>
        </li>`;
      })}
    </ul>
  </form>`;
}

const letters = new Intl.Segmenter();

function initialOf(text: string): string {
  return Array.from(letters.segment(text), (one) => one.segment.toUpperCase())[0] ?? '';
}

function general(problem: Problem | undefined): Html | undefined {
  if (problem === undefined || problem.field !== undefined) return undefined;
  return html`<p class="field wrong" role="alert">${problem.message}</p>`;
}

type Field = { name: keyof Typed; label: string; type: string; autocomplete: string };

function field(view: View, { name, label, type, autocomplete }: Field): Html {
  const problem = view.problem?.field === name ? view.problem : undefined;
  // Focus goes to the field with a problem, else to the first field unless there are accounts to choose from.
  const takesFocus =
    problem !== undefined || (name === 'email' && !view.problem && view.accounts.length === 0);
  return html`<div class="field">
    <label for="${name}">${label}</label>${
      name === 'email' ? undefined : html` <span class="hint" id="${name}-hint">optional</span>`
    }
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      value="${view.typed[name]}"
      autocomplete="${autocomplete}"
      ${name === 'email' ? html`required spellcheck="false" autocapitalize="none"` : undefined}
      ${describedBy(name, problem)}
      ${takesFocus ? html`autofocus` : undefined}
    />
    ${problem && html`<p class="wrong" id="${name}-problem" role="alert">${problem.message}</p>`}
  </div>`;
}

function describedBy(name: keyof Typed, problem: Problem | undefined): Html | undefined {
  if (problem) return html`aria-invalid="true" aria-describedby="${name}-problem"`;
  return name === 'email' ? undefined : html`aria-describedby="${name}-hint"`;
}
