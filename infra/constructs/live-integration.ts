import type { Duration } from 'aws-cdk-lib';
import {
  HttpIntegrationType,
  type HttpRouteIntegrationConfig,
  HttpRouteIntegration,
  IntegrationCredentials,
  PayloadFormatVersion,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

/**
 * The gateway's right to call functions: one role that names each alias. The library's own integration gives a permission
 * to each route instead, which is a tenth of what a stack may hold.
 */
export class LiveIntegrations {
  readonly role: Role;
  readonly #rights = new PolicyDocument();

  constructor(scope: Construct) {
    this.role = new Role(scope, 'gateway-role', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: { calls: this.#rights },
    });
  }

  /** What a route calls, and the right to do so. */
  integration(id: string, { live, timeout }: { live: Alias; timeout: Duration }): HttpRouteIntegration {
    this.#rights.addStatements(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [live.functionArn] }),
    );
    return new LiveIntegration(id, {
      type: HttpIntegrationType.AWS_PROXY,
      uri: live.functionArn,
      payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
      credentials: IntegrationCredentials.fromRole(this.role),
      timeout,
    });
  }
}

class LiveIntegration extends HttpRouteIntegration {
  readonly #config: HttpRouteIntegrationConfig;

  constructor(id: string, config: HttpRouteIntegrationConfig) {
    super(id);
    this.#config = config;
  }

  bind(): HttpRouteIntegrationConfig {
    return this.#config;
  }
}
