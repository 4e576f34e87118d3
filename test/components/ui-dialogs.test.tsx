import { useState, type ReactNode } from 'react';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button } from '../../web/src/ui/button.tsx';
import { ConfirmDialog } from '../../web/src/ui/confirm-dialog.tsx';
import { Dialog } from '../../web/src/ui/dialog.tsx';
import { lazyDialog } from '../../web/src/ui/lazy-dialog.tsx';
import { toast, toastStore } from '../../web/src/ui/toast-store.ts';
import { Toaster } from '../../web/src/ui/toaster.tsx';
import { animationsFinished, expectNoViolations } from './axe.ts';
import { expectWidth } from './expect-fit.ts';
import { show } from './show.tsx';

afterEach(() => toastStore.dismiss());

/** A page with a button that opens a dialog. */
function Opener({ dialog }: { dialog: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}

const opener = page.getByRole('button', { name: 'Open', exact: true });

it.each([
  ['plain', 'dialog'],
  ['drawer', 'dialog'],
  ['alert', 'alertdialog'],
] as const)(
  'a %s dialog keeps the focus in, closes by Escape, and gives the focus back',
  async (kind, role) => {
    await show(
      <Opener
        dialog={(close) => (
          <Dialog
            kind={kind}
            title="Share"
            description="With whom?"
            onClose={close}
            footer={<Button>Done</Button>}
          >
            <input aria-label="Link" data-autofocus />
          </Dialog>
        )}
      />,
    );
    await opener.click();
    const dialog = page.getByRole(role, { name: 'Share' });
    await expect.element(dialog).toHaveAccessibleDescription('With whom?');
    await expect.element(page.getByRole('textbox', { name: 'Link' })).toHaveFocus();
    await expectNoViolations();
    for (let step = 0; step < 4; step += 1) {
      await userEvent.tab();
      expect(dialog.element().matches(':focus-within')).toBe(true);
    }
    await userEvent.tab({ shift: true });
    expect(dialog.element().matches(':focus-within')).toBe(true);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
  },
);

it('a dialog closes by its button and by a click beside it, not by a drag out of it', async () => {
  await show(
    <Opener
      dialog={(close) => (
        <Dialog title="Share" onClose={close}>
          <input aria-label="Link" />
        </Dialog>
      )}
    />,
  );
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await opener.click();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await opener.click();
  const element = dialog.element();
  page
    .getByRole('textbox', { name: 'Link' })
    .element()
    .dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
  element.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expect.element(dialog).toBeVisible();
  element.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
  element.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expect.element(dialog).not.toBeInTheDocument();
});

it('a dialog that is at work cannot be closed', async () => {
  const close = vi.fn<() => void>();
  await show(
    <Dialog title="Upload" onClose={close} dismissible={false}>
      <p>Uploading</p>
    </Dialog>,
  );
  const dialog = page.getByRole('dialog', { name: 'Upload' });
  await expect.element(page.getByRole('button', { name: 'Close' })).toBeDisabled();
  for (let times = 0; times < 3; times += 1) await userEvent.keyboard('{Escape}');
  const element = dialog.element();
  element.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
  element.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expect.element(dialog).toBeVisible();
  // A browser may close it by itself when Escape is pressed again.
  (element as HTMLDialogElement).close();
  await vi.waitFor(() => expect(element.matches(':modal')).toBe(true));
  expect(close).not.toHaveBeenCalled();
});

it('a confirmation names what it does, and waits while that is done', async () => {
  const [confirm, close] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const question = (isPending: boolean) => (
    <ConfirmDialog
      title="Delete Media"
      text="Are you sure?"
      confirm="Delete"
      confirming="Deleting..."
      isPending={isPending}
      onConfirm={confirm}
      onClose={close}
    />
  );
  const { update } = await show(question(false));
  await expect
    .element(page.getByRole('alertdialog', { name: 'Delete Media' }))
    .toHaveAccessibleDescription('Are you sure?');
  await page.getByRole('button', { name: 'Delete' }).click();
  expect(confirm).toHaveBeenCalledOnce();
  await update(question(true));
  await expect.element(page.getByRole('button', { name: 'Deleting...' })).toHaveFocus();
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await userEvent.keyboard('{Enter}{Escape}');
  expect(confirm).toHaveBeenCalledOnce();
  expect(close).not.toHaveBeenCalled();
  await update(question(false));
  await userEvent.keyboard('{Escape}');
  expect(close).toHaveBeenCalledOnce();
});

it('a dialog whose code does not come is reported and closed, and comes at the next press', async () => {
  let isOnline = false;
  const Share = lazyDialog<{ onClose: () => void }>(() =>
    isOnline
      ? Promise.resolve({
          default: ({ onClose }) => <Dialog title="Share" onClose={onClose} />,
        })
      : Promise.reject(new TypeError('Failed to fetch')),
  );
  await show(<Opener dialog={(close) => <Share onClose={close} />} />);
  await opener.click();
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('This could not be opened. Please try again.');
  isOnline = true;
  await opener.click();
  await expect.element(page.getByRole('dialog', { name: 'Share' })).toBeVisible();
});

it('a toast is read out by its tone, replaced by the next, and dismissed', async () => {
  await show(null);
  toast({ title: 'Saved', text: 'It is safe.' });
  await expect.element(page.getByRole('status')).toMatchTextContent('SavedIt is safe.');
  await expectNoViolations();
  toast({ title: 'Not saved' }, 'bad');
  await expect.element(page.getByRole('alert')).toMatchTextContent('Not saved');
  await expect.element(page.getByRole('status')).toBeEmptyDOMElement();
  await expectNoViolations();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(page.getByRole('alert')).toBeEmptyDOMElement();
});

it('the topmost outlet shows the toast', async () => {
  const { update } = await show(
    <section aria-label="Upper">
      <Toaster />
    </section>,
  );
  toast({ title: 'Saved' });
  await expect.element(page.getByText('Saved')).toBeVisible();
  await update(
    <Dialog title="Share" onClose={() => undefined}>
      <p>Link</p>
    </Dialog>,
  );
  await expect.element(page.getByRole('dialog').getByText('Saved')).toBeVisible();
});

describe('a toast on a phone', () => {
  beforeEach(() => page.viewport(390, 844));
  afterAll(() => page.viewport(1280, 800));

  const place = (name: string) => page.getByText(name).element().getBoundingClientRect();
  const shown = (below?: ReactNode) =>
    show(
      <>
        <h1>Title</h1>
        {below}
      </>,
    );

  it('does not cover the title where all went well, and is at the top where it did not', async () => {
    await shown();
    toast({ title: 'Saved' });
    await expect.element(page.getByText('Saved')).toBeVisible();
    await animationsFinished();
    expect(place('Saved').top).toBeGreaterThan(700);
    expect(place('Saved').bottom).toBeLessThan(844);
    await expectWidth();
    toast({ title: 'Not Saved' }, 'bad');
    await expect.element(page.getByText('Not Saved')).toBeVisible();
    await animationsFinished();
    expect(place('Not Saved').bottom).toBeLessThan(80);
  });

  it.each([
    ['the uploads', <div key="uploads" data-uploads />],
    ['the offer to take photos along', <div key="claim" data-claim />],
    [
      'the buttons of a dialog',
      <Dialog key="dialog" title="Share" onClose={() => undefined}>
        <p>Link</p>
      </Dialog>,
    ],
  ])('does not cover %s', async (_, below) => {
    await shown(below);
    toast({ title: 'Saved' });
    await expect.element(page.getByText('Saved')).toBeVisible();
    await animationsFinished();
    expect(place('Saved').bottom).toBeLessThan(80);
  });
});
