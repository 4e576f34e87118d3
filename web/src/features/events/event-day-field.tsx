import { useState } from 'react';
import { formatDay } from '../../../../shared/values/calendar-day.ts';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/text-fields.tsx';
import styles from './edit-event-dialog.module.css';

type EventDayFieldProps = { day: string | null; error: string | undefined };

/**
 * An event's day. An empty field is not sent and keeps the old day, as the hint says. Removing the day is a separate
 * button, so that it cannot happen by a slip in the browser's date picker.
 */
export function EventDayField({ day, error }: EventDayFieldProps) {
  const [value, setValue] = useState(day ?? '');
  const [isRemoved, setRemoved] = useState(false);
  const keepHint = !value && !isRemoved && day ? `Left empty, it stays ${formatDay(day)}.` : undefined;
  return (
    <div className={styles.day}>
      <TextInput
        label="Event Date"
        name="date"
        type="date"
        value={value}
        onChange={(event) => {
          setValue(event.target.value);
          setRemoved(false);
        }}
        hint={isRemoved ? 'The date is removed when you save.' : keepHint}
        error={error}
      />
      {isRemoved && <input type="hidden" name="dateRemoved" value="1" />}
      {day && !isRemoved && (
        <Button
          variant="quiet"
          onClick={() => {
            setValue('');
            setRemoved(true);
          }}
        >
          Remove date
        </Button>
      )}
    </div>
  );
}
