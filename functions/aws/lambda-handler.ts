import { requireSettings } from './declare-setting.ts';

/**
 * Makes a function Lambda's handler, when its module is loaded.
 * @throws Error naming every setting that its code uses and that is missing or malformed
 */
export function lambdaHandler<H extends (...input: never[]) => unknown>(handle: H): H {
  requireSettings();
  return handle;
}
