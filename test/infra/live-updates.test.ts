import { describe, expect, it } from 'vitest';
import { functions } from '../../functions/manifest/functions.ts';
import { stages } from '../../infra/stages/stages.ts';
import { grantedRights, roleOf, statementsOf } from './granted-rights.ts';
import { att, find, one, properties, ref } from './read-template.ts';
import { synthesizedAsIs } from './synthesized-templates.ts';

const prod = synthesizedAsIs(stages.prod);
const api = one(prod, 'AWS::AppSync::Api');
const [alias] = find(prod, 'AWS::Lambda::Alias', 'live-updates');

describe('the Event API', () => {
  it('lets browsers in by the authorizer alone, whose answers are not kept, and functions publish by their role', () => {
    const { EventConfig } = properties(prod, api);
    expect(EventConfig).toEqual({
      AuthProviders: [
        { AuthType: 'AWS_IAM' },
        {
          AuthType: 'AWS_LAMBDA',
          LambdaAuthorizerConfig: { AuthorizerResultTtlInSeconds: 0, AuthorizerUri: alias && ref(alias) },
        },
      ],
      ConnectionAuthModes: [{ AuthType: 'AWS_LAMBDA' }],
      DefaultPublishAuthModes: [{ AuthType: 'AWS_IAM' }],
      DefaultSubscribeAuthModes: [{ AuthType: 'AWS_LAMBDA' }],
    });
  });

  it('has one namespace, with the same modes and no handler', () => {
    const { Tags, ...found } = properties(prod, one(prod, 'AWS::AppSync::ChannelNamespace'));
    expect(Tags).toBeDefined();
    expect(found).toEqual({ ApiId: att(api, 'ApiId'), HandlerConfigs: {}, Name: 'events' });
  });

  it('alone may call the authorizer', () => {
    const permissions = find(prod, 'AWS::Lambda::Permission', 'live-updates').map((found) =>
      properties(prod, found),
    );
    expect(permissions).toEqual([
      {
        Action: 'lambda:InvokeFunction',
        FunctionName: alias && ref(alias),
        Principal: 'appsync.amazonaws.com',
        SourceArn: att(api, 'ApiArn'),
      },
    ]);
  });

  it('is published to by one function', () => {
    const publishers = functions.filter((row) =>
      statementsOf(roleOf(row, prod), prod).some(({ Action }) =>
        Action.some((action) => action.startsWith('appsync:')),
      ),
    );
    expect(publishers.map(({ id }) => id)).toEqual(['publish-live-updates']);
    expect(grantedRights(publishers[0] as (typeof functions)[number], prod)).toContain(
      'appsync:EventPublish live-updates',
    );
  });
});
