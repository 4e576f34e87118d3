import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button, ButtonAnchor, ButtonLink, IconButton } from '../../web/src/ui/button.tsx';
import { FileButtons } from '../../web/src/ui/file-buttons.tsx';
import { IconAnchor } from '../../web/src/ui/icon-anchor.tsx';
import { ShowMore } from '../../web/src/ui/show-more.tsx';
import { expectNoViolations } from './axe.ts';
import { show } from './show.tsx';

const button = (name: string) => page.getByRole('button', { name });

it('a button is pressed by mouse and keyboard, and is large enough for a finger', async () => {
  const press = vi.fn<() => void>();
  await show(<Button onClick={press}>Save</Button>);
  await button('Save').click();
  await userEvent.keyboard('{Enter} ');
  expect(press).toHaveBeenCalledTimes(3);
  expect(button('Save').element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
});

it('a pending button keeps the focus and ignores presses', async () => {
  const press = vi.fn<() => void>();
  const { update } = await show(<Button onClick={press}>Save</Button>);
  await button('Save').click();
  await update(
    <Button onClick={press} pending>
      Saving...
    </Button>,
  );
  await expect.element(button('Saving...')).toHaveFocus();
  await expect.element(button('Saving...')).toHaveAttribute('aria-busy', 'true');
  await expect.element(button('Saving...')).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Enter} ');
  expect(press).toHaveBeenCalledTimes(1);
  await expectNoViolations();
});

it('a pending button submits no form', async () => {
  const submit = vi.fn<() => void>();
  await show(
    <form onSubmit={submit}>
      <Button type="submit" pending>
        Saving...
      </Button>
    </form>,
  );
  button('Saving...').element().focus();
  await userEvent.keyboard('{Enter}');
  expect(submit).not.toHaveBeenCalled();
});

it.each(['primary', 'plain', 'quiet', 'danger'] as const)('a %s button can be read', async (variant) => {
  await show(
    <>
      <Button variant={variant}>Pressable</Button>
      <Button variant={variant} size="large" wide disabled>
        Not now
      </Button>
      <ButtonLink variant={variant} to="/there">
        There
      </ButtonLink>
    </>,
  );
  await expect.element(button('Not now')).toBeDisabled();
  await expectNoViolations();
});

it('a link that looks like a button leads on within the page, an anchor out of it', async () => {
  const { address } = await show(
    <>
      <ButtonLink to="/create">Create</ButtonLink>
      <ButtonAnchor href="/api/login">Sign In</ButtonAnchor>
    </>,
  );
  await expect.element(page.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/api/login');
  await page.getByRole('link', { name: 'Create' }).click();
  await expect.poll(address).toBe('/create');
});

it.each(['plain', 'onPicture', 'danger'] as const)(
  'a %s icon button has a name and a tooltip',
  async (tone) => {
    await show(
      <div style={{ background: tone === 'onPicture' ? 'black' : undefined }}>
        <IconButton label="Close" tone={tone}>
          ×
        </IconButton>
        <IconButton label="Previous" tone={tone} disabled>
          ‹
        </IconButton>
      </div>,
    );
    await expect.element(button('Close')).toHaveAttribute('title', 'Close');
    await expect.element(button('Previous')).toBeDisabled();
    await expectNoViolations();
  },
);

it('an icon anchor has a name and leads where it says', async () => {
  await show(
    <IconAnchor label="Download" href="/file" download>
      ↓
    </IconAnchor>,
  );
  const link = page.getByRole('link', { name: 'Download' });
  await expect.element(link).toHaveAttribute('href', '/file');
  await expect.element(link).toHaveAttribute('download');
});

it('only who may delete a file finds a button for it', async () => {
  const remove = vi.fn<() => void>();
  const { update } = await show(<FileButtons downloadHref="/file" onDelete={undefined} />);
  await expect.element(page.getByRole('link', { name: 'Download' })).toBeVisible();
  await expect.element(button('Delete')).not.toBeInTheDocument();
  await update(<FileButtons downloadHref="/file" onDelete={remove} />);
  await button('Delete').click();
  expect(remove).toHaveBeenCalledOnce();
});

it('Show more is there while there is more, busy while that comes, and says if it does not', async () => {
  const fetchNextPage = vi.fn<() => Promise<unknown>>(() => Promise.resolve());
  const list = {
    hasNextPage: true,
    isFetchingNextPage: false,
    isFetchNextPageError: false,
    error: null,
    fetchNextPage,
  };
  const { update } = await show(<ShowMore list={list} />);
  await button('Show more').click();
  expect(fetchNextPage).toHaveBeenCalledOnce();
  await update(<ShowMore list={{ ...list, isFetchingNextPage: true }} />);
  await expect.element(button('Show more')).toHaveAttribute('aria-busy', 'true');
  await update(<ShowMore list={{ ...list, isFetchNextPageError: true }} />);
  await expect.element(page.getByText('The rest did not come. The network may be slow.')).toBeVisible();
  await button('Try again').click();
  expect(fetchNextPage).toHaveBeenCalledTimes(2);
  await update(<ShowMore list={{ ...list, hasNextPage: false }} />);
  await expect.element(button('Show more')).not.toBeInTheDocument();
});
