import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { Alias, Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

/** The alias under which everything calls a function: a published version, never `$LATEST`. */
export const LIVE_ALIAS = 'live';

/**
 * Publishes the function's code and settings as a version and points the alias at it. Any change in the
 * function's template publishes a new version; a value imported from another stack changes the template only
 * when the id of its resource changes.
 */
export function addLiveAlias(lambda: Lambda): Alias {
  return lambda.addAlias(LIVE_ALIAS);
}

/** The live alias of a function of another stack, by the function's name. */
export function liveArn(scope: Construct, functionName: string): string {
  return Stack.of(scope).formatArn({
    service: 'lambda',
    resource: 'function',
    resourceName: `${functionName}:${LIVE_ALIAS}`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
}
