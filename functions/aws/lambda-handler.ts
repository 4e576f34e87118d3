import { withinRun } from './deadline.ts';
import { requireSettings } from './declare-setting.ts';

/**
 * Makes a function a Lambda's handler. Called when its module is loaded, so that a function that lacks a
 * setting does not start. Whatever its runs wait for, they end before Lambda would kill them.
 * @throws Error naming every setting that its code uses and that is missing or malformed
 */
export function lambdaHandler<H extends (...input: never[]) => unknown>(handle: H): H {
  requireSettings();
  return ((...input: never[]) => withinRun(input[1], () => handle(...input))) as H;
}
