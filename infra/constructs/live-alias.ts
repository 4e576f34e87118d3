import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { Alias, Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

/** The name under which everything calls a function: what it stands for is a version, and never the newest code. */
export const LIVE_ALIAS = 'live';

/**
 * Publishes the function's code and settings as a version, and has the alias stand for it. Another version follows from
 * whatever changes in the function's template; what only an export tells changes together with the id of its resource.
 */
export function addLiveAlias(lambda: Lambda): Alias {
  return lambda.addAlias(LIVE_ALIAS);
}

/** The alias of a function that another stack has, by the function's name. */
export function liveArn(scope: Construct, functionName: string): string {
  return Stack.of(scope).formatArn({
    service: 'lambda',
    resource: 'function',
    resourceName: `${functionName}:${LIVE_ALIAS}`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
}
