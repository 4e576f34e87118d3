/** How long the steps are in which an event's numbers tell what came: the shorter the event, the finer. */
export const NUMBER_STEPS = ['hour', 'day', 'week'] as const;
export type NumberStep = (typeof NUMBER_STEPS)[number];

const HOUR_MS = 3_600_000;

/** Their lengths in milliseconds. */
export const STEP_MS: Readonly<Record<NumberStep, number>> = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 7 * 24 * HOUR_MS,
};
