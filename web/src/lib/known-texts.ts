import { createContext, useContext, useMemo } from 'react';
import type { KnownTexts } from '../../../shared/contract/first-data.ts';
import { formatDay } from '../../../shared/values/calendar-day.ts';
import { formatCount } from '../../../shared/values/count-text.ts';
import { pluralize } from './pluralize.ts';

/** Texts that came with the page. */
export const KnownTextsContext = createContext<KnownTexts>({ days: {}, counts: {} });

/** Formats for what the server draws as well: they prefer the texts that came with the page. */
export function useFormats() {
  const { days, counts } = useContext(KnownTextsContext);
  return useMemo(() => {
    const count = (value: number): string => counts[value] ?? formatCount(value);
    return {
      formatCount: count,
      formatDay: (day: string | null) => days[day ?? ''] ?? formatDay(day),
      /** `"1 photo"`, `"12 photos"`. */
      pluralize: (value: number, noun: string) => pluralize(value, noun, count),
    };
  }, [days, counts]);
}
