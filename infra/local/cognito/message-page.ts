import { html } from '../pages/html.ts';
import { page } from './page-frame.ts';

/** What happened, and the one thing to do now. */
export type Message = { readonly title: string; readonly lead: string; readonly action: string };

export const messages = {
  expired: {
    title: 'This sign-in is over',
    lead: 'It was finished already, took longer than an hour, or the server has been restarted since.',
    action: 'Start again',
  },
  foreign: {
    title: 'This did not come from here',
    lead: 'The form was sent by another site, so nothing was done with it.',
    action: 'Start again',
  },
  signOut: {
    title: 'Sign-out was not possible',
    lead: 'The address to come back to, or the client, is not one that this server was started with.',
    action: 'Back to Gatherlens',
  },
} as const satisfies Record<string, Message>;

/** A page with nothing but a message. `href` is where its one button leads. */
export function messagePage(message: Message, href: string): string {
  return page({ ...message, action: html`<a class="go" href="${href}">${message.action}</a>` });
}

/** For an invalid request of the client; `code` is the standard's error code (RFC 6749, 4.1.2.1). */
export function wrongRequest(code: string, description: string | undefined): Message {
  return {
    title: 'Sign-in could not begin',
    lead: `The request was not as agreed: ${description ?? code}.`,
    action: 'Start again',
  };
}
