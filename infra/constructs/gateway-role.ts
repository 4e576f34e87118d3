import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

/**
 * The gateway's right to call functions: one role that names each alias. The library's own integration would
 * add a permission resource for every route.
 */
export function addGatewayRole(scope: Construct, aliases: readonly Alias[]): Role {
  const calls = new PolicyStatement({
    actions: ['lambda:InvokeFunction'],
    resources: aliases.map(({ functionArn }) => functionArn),
  });
  return new Role(scope, 'gateway-role', {
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    inlinePolicies: { calls: new PolicyDocument({ statements: [calls] }) },
  });
}
