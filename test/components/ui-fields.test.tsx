import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Checkbox, RadioGroup, Switch } from '../../web/src/ui/choice-inputs.tsx';
import { Field } from '../../web/src/ui/field.tsx';
import { Select, TextArea, TextInput } from '../../web/src/ui/text-fields.tsx';
import { expectNoViolations } from './axe.ts';
import { show } from './show.tsx';

const options = [
  { value: 'a', label: 'Apple' },
  { value: 'p', label: 'Pear' },
];

it.each([
  [
    'a text input',
    (error?: string) => <TextInput label="Name" hint="As on the card" error={error} required />,
  ],
  ['a text area', (error?: string) => <TextArea label="Name" hint="As on the card" error={error} required />],
  [
    'a select',
    (error?: string) => (
      <Select
        label="Name"
        hint="As on the card"
        error={error}
        required
        options={options}
        placeholder="Choose"
      />
    ),
  ],
  [
    'a control of any kind',
    (error?: string) => (
      <Field label="Name" hint="As on the card" error={error} required>
        {(control) => <input {...control} />}
      </Field>
    ),
  ],
])('%s tells its hint, and its error once it has one', async (_, field) => {
  const { update } = await show(field());
  const control = page.getByLabelText('Name');
  await expect.element(control).toBeRequired();
  await expect.element(control).toHaveAccessibleDescription('As on the card');
  await expect.element(control).not.toHaveAttribute('aria-invalid');
  await update(field('It is missing.'));
  await expect.element(control).toHaveAttribute('aria-invalid', 'true');
  await expect.element(control).toHaveAccessibleDescription('As on the card It is missing.');
  await expectNoViolations();
});

it('a select has an empty option only with a text for it', async () => {
  const { update } = await show(<Select label="Fruit" options={options} />);
  const control = page.getByLabelText('Fruit');
  await expect.element(control).toHaveValue('a');
  await control.selectOptions('Pear');
  await expect.element(control).toHaveValue('p');
  await update(<Select key="empty" label="Fruit" options={options} placeholder="Choose" />);
  await expect.element(control).toHaveValue('');
});

it('checkbox and switch are turned by their label and by Space', async () => {
  await show(
    <>
      <Checkbox label="Moderation" hint="Review photos first" />
      <Switch label="Sound" defaultChecked />
    </>,
  );
  const checkbox = page.getByRole('checkbox', { name: 'Moderation' });
  await expect.element(checkbox).toHaveAccessibleDescription('Review photos first');
  await page.getByText('Moderation').click();
  await expect.element(checkbox).toBeChecked();
  const toggle = page.getByRole('switch', { name: 'Sound' });
  await userEvent.tab();
  await expect.element(toggle).toHaveFocus();
  await userEvent.keyboard(' ');
  await expect.element(toggle).not.toBeChecked();
  await expectNoViolations();
});

it('radio buttons are chosen by label and by arrow keys, and tell an error', async () => {
  const change = vi.fn<(value: string) => void>();
  const group = (value: string, error?: string) => (
    <RadioGroup label="Fruit" name="fruit" {...{ options, value, error }} onChange={change} />
  );
  const { update } = await show(group('a'));
  await expect.element(page.getByRole('radio', { name: 'Apple' })).toBeChecked();
  await page.getByText('Pear').click();
  expect(change).toHaveBeenLastCalledWith('p');
  // Nothing is chosen until the owner of the value says so.
  await expect.element(page.getByRole('radio', { name: 'Apple' })).toBeChecked();
  await update(group('p', 'There are no pears.'));
  await userEvent.keyboard('{ArrowUp}');
  expect(change).toHaveBeenLastCalledWith('a');
  await expect
    .element(page.getByRole('group', { name: 'Fruit' }))
    .toHaveAccessibleDescription('There are no pears.');
  await expectNoViolations();
});
