import type { Duration } from 'aws-cdk-lib';
import {
  HttpIntegrationType,
  type HttpRouteIntegrationBindOptions,
  type HttpRouteIntegrationConfig,
  HttpRouteIntegration,
  IntegrationCredentials,
  PayloadFormatVersion,
} from 'aws-cdk-lib/aws-apigatewayv2';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import { liveArn } from './live-alias.ts';

/** Connects a route with the live alias of a function, known by name, called in the given role. */
export class LiveIntegration extends HttpRouteIntegration {
  readonly #called: { functionName: string; role: IRole; timeout: Duration };

  constructor(id: string, called: { functionName: string; role: IRole; timeout: Duration }) {
    super(id);
    this.#called = called;
  }

  bind({ scope }: HttpRouteIntegrationBindOptions): HttpRouteIntegrationConfig {
    const { functionName, role, timeout } = this.#called;
    return {
      type: HttpIntegrationType.AWS_PROXY,
      uri: liveArn(scope, functionName),
      payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
      credentials: IntegrationCredentials.fromRole(role),
      timeout,
    };
  }
}
