import type * as addresses from './addresses.ts';
import type { Setting } from './declare-setting.ts';
import type * as settings from './settings.ts';

type Declared = typeof addresses & typeof settings;

/** The environment variables that functions read. */
export type SettingName = Extract<Declared[keyof Declared], Setting>['variable'];
/** Those without which no stage runs. */
export type RequiredSettingName = Exclude<SettingName, 'HIGHLIGHTS_MODEL'>;
