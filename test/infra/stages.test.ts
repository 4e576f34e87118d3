import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { SettingName } from '../../functions/aws/setting-name.ts';
import { Instruction, readStage, type Stage, stages, withValidSettings } from '../../infra/stages/stages.ts';
import { functions } from '../../functions/manifest/functions.ts';
import { nouns } from '../../functions/manifest/nouns.ts';
import { att, find, one, properties, text } from './read-template.ts';
import { fewFunctions, type Json, stackNames, synthesize, synthesizedAsIs } from './synthesized-templates.ts';

const run = promisify(execFile);
const projectDir = fileURLToPath(new URL('../..', import.meta.url));
type Fields = { [key: string]: Json };

const named: Stage = {
  ...stages.prod,
  domain: { name: 'photos.example.org', zoneName: 'example.org', hostedZoneId: 'Z0123456789' },
};
const dev = synthesizedAsIs(stages.dev);
const prod = synthesizedAsIs(stages.prod);
const withName = synthesizedAsIs(named, fewFunctions);
const inEurope = synthesizedAsIs({ ...named, name: 'staging', region: 'eu-central-1' }, fewFunctions);
const changed = synthesize({
  stage: {
    ...stages.dev,
    limits: { peoplePerEvent: 77, uploadsPerPerson: 88 },
    alarmEmail: 'ops@example.org',
    accountEmail: 'hello@example.org',
  },
  functions: fewFunctions,
});

describe('the name of a stage', () => {
  it.each(['dev', 'staging', 'prod'] as const)('can be %s', (name) => {
    expect(readStage(name, '').name).toBe(name);
  });

  it.each([undefined, '', 'production', 'Dev', 'toString', 7])('cannot be %s', (value) => {
    expect(() => readStage(value, '-c stage=dev')).toThrow(/choose one of dev, staging, prod/);
  });

  it.each([
    [undefined, 'No stage is named: choose one of dev, staging, prod, for example -c stage=dev.'],
    ['prdo', '"prdo" is no stage: choose one of dev, staging, prod, for example -c stage=dev.'],
  ])('that is wrong is reported in one sentence: %s', (name, sentence) => {
    expect(() => readStage(name, '-c stage=dev')).toThrow(new Instruction(sentence));
  });

  it('that is wrong is reported before anything is done', async () => {
    const started = run(process.execPath, ['infra/app.ts'], {
      cwd: projectDir,
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        CDK_CONTEXT_JSON: '{ "stage": "prdo" }',
      },
    });
    const stderr = expect.stringMatching(/^"prdo" is no stage: .*\n$/);
    await expect(started).rejects.toMatchObject({ code: 1, stderr, stdout: '' });
  });
});

describe('a setting', () => {
  const sound: Stage = {
    ...stages.prod,
    domain: { name: 'photos.example.org', zoneName: 'example.org', hostedZoneId: 'Z0123456789' },
  };

  it.each(Object.values(stages))('of $name is valid', (stage) => {
    expect(withValidSettings(stage)).toBe(stage);
    expect(withValidSettings(sound)).toBe(sound);
  });

  it.each<[object, string]>([
    [{ region: 'us-east1' }, 'region must be a region like us-east-1, and is "us-east1".'],
    [{ region: undefined }, 'region must be a region like us-east-1, and is missing.'],
    [{ keepsData: 'yes' }, 'keepsData must be true or false, and is "yes".'],
    [{ logDays: 14 }, 'logDays must be 7, 30 or 90, and is 14.'],
    [{ oldVersionDays: 0.5 }, 'oldVersionDays must be a whole number from 0 on, and is 0.5.'],
    [
      { keepsData: false, oldVersionDays: 7 },
      'oldVersionDays must be 0 where keepsData is false: an emptied bucket keeps no versions.',
    ],
    [
      { throttle: { ratePerSecond: 2000 } },
      'throttle.burst must be a whole number from 1 on, and is missing.',
    ],
    [{ throttle: undefined }, 'throttle must be a ratePerSecond and a burst, and is missing.'],
    [{ rollout: 'canery' }, `rollout must be 'at-once' or 'canary', and is "canery".`],
    [{ monthlyBudgetUsd: 0 }, 'monthlyBudgetUsd must be a whole number from 1 on, and is 0.'],
    [{ alarmEmail: 'ops at example' }, 'alarmEmail must be an e-mail address, and is "ops at example".'],
    [{ limits: undefined }, 'limits must be the two limits, and is missing.'],
    [
      { domain: { name: 'photos.example.org', zoneName: 'example.com', hostedZoneId: 'Z1' } },
      'domain.name must lie in domain.zoneName, and photos.example.org is not in example.com.',
    ],
    [
      { domain: { name: 'photosexample.org', zoneName: 'example.org', hostedZoneId: 'Z1' } },
      'domain.name must lie in domain.zoneName, and photosexample.org is not in example.org.',
    ],
    [
      { domain: { name: 'https://photos.example.org', zoneName: 'example.org', hostedZoneId: 'Z1' } },
      'domain.name must be a name like photos.example.org, in small letters, and is "https://photos.example.org".',
    ],
    [
      { domain: { name: 'photos.example.org', zoneName: 'example.org' } },
      `domain.hostedZoneId must be the id of a Route 53 zone like Z0123456789, without 'hostedzone/', and is missing.`,
    ],
    [
      { highlightsModel: { profileId: 'us.nova' } },
      'highlightsModel must be a modelId, or a modelId with profileId and regions, and is {"profileId":"us.nova"}.',
    ],
    [
      { accountsOf: { stage: 'prod', userPoolId: 'AbC' } },
      'accountsOf.userPoolId must be an id like us-east-1_AbCdEf123, and is "AbC".',
    ],
    [
      { region: 'eu-central-1', accountsOf: { stage: 'dev', userPoolId: 'eu-central-1_AbC' } },
      'accountsOf must name a stage in eu-central-1, and dev is none.',
    ],
    [{ throttle: { ratePerSecond: 1, burst: 1, brust: 2 } }, 'there is no setting throttle.brust.'],
  ])('that is wrong is reported in one sentence: %j', (change, sentence) => {
    const stage = { ...sound, ...change } as Stage;
    expect(() => withValidSettings(stage)).toThrow(`Stage prod in infra/stages/stages.ts: ${sentence}`);
  });

  it('of a domain can be the name of its zone', () => {
    const stage: Stage = {
      ...sound,
      domain: { name: 'example.org', zoneName: 'example.org', hostedZoneId: 'Z1' },
    };
    expect(withValidSettings(stage)).toBe(stage);
  });

  it('that is misspelt is reported with those that exist', () => {
    const stage = { ...sound, alarmMail: 'ops@example.org' } as Stage;
    expect(() => withValidSettings(stage)).toThrow(
      /^Stage prod in infra\/stages\/stages\.ts: there is no setting alarmMail; there are name, region, .*alarmEmail/,
    );
  });
});

const needing = (setting: SettingName) =>
  fewFunctions.filter(({ settings }) => settings?.includes(setting)).length;

describe('the limits of an event', () => {
  it.each([
    [
      { peoplePerEvent: 5000 },
      'the limit uploadsPerPerson must be a whole number from 1 to 50000, and is missing.',
    ],
    [
      { peoplePerEvnet: 1, uploadsPerPerson: 1 },
      'there is no limit peoplePerEvnet; the limits are peoplePerEvent and uploadsPerPerson.',
    ],
    [
      { peoplePerEvent: '5000', uploadsPerPerson: 1 },
      'the limit peoplePerEvent must be a whole number from 1 to 50000, and is "5000".',
    ],
    [
      { peoplePerEvent: 5000, uploadsPerPerson: 0 },
      'the limit uploadsPerPerson must be a whole number from 1 to 50000, and is 0.',
    ],
    [
      { peoplePerEvent: 2.5, uploadsPerPerson: 1 },
      'the limit peoplePerEvent must be a whole number from 1 to 50000, and is 2.5.',
    ],
    [
      { peoplePerEvent: 1e9, uploadsPerPerson: 1 },
      'the limit peoplePerEvent must be a whole number from 1 to 50000, and is 1000000000.',
    ],
  ])('are checked, and a mistake is reported in one sentence: %j', (limits, sentence) => {
    const stage = { ...stages.prod, limits: limits as unknown as Stage['limits'] };
    expect(() => withValidSettings(stage)).toThrow(`Stage prod in infra/stages/stages.ts: ${sentence}`);
  });

  it('are given to the functions', () => {
    const environments = find(changed, 'AWS::Lambda::Function').map(({ Properties }) =>
      JSON.stringify(Properties['Environment'] ?? {}),
    );
    const told = (limit: string) =>
      environments.filter((variables) => variables.includes(`_LIMIT":"${limit}"`));
    expect(needing('PERSON_UPLOAD_LIMIT')).toBeGreaterThan(3);
    expect(told('77')).toHaveLength(needing('EVENT_PEOPLE_LIMIT'));
    expect(told('88')).toHaveLength(needing('PERSON_UPLOAD_LIMIT'));
  });
});

describe('how stages differ:', () => {
  it('data of prod outlives its stacks, that of dev does not', () => {
    for (const [synthesized, keeps] of [
      [dev, false],
      [prod, true],
    ] as const) {
      const held = [
        one(synthesized, 'AWS::DynamoDB::Table'),
        one(synthesized, 'AWS::S3::Bucket', 'MediaBucket'),
        one(synthesized, 'AWS::S3::Bucket', 'WebBucket'),
        one(synthesized, 'AWS::Cognito::UserPool'),
      ];
      expect(held.map(({ DeletionPolicy }) => DeletionPolicy)).toEqual(
        held.map(() => (keeps ? 'Retain' : 'Delete')),
      );
      expect(held.map(({ UpdateReplacePolicy }) => UpdateReplacePolicy)).toEqual(
        held.map(() => (keeps ? 'Retain' : 'Delete')),
      );
      expect(one(synthesized, 'AWS::DynamoDB::Table').Properties['DeletionProtectionEnabled']).toBe(keeps);
      expect(one(synthesized, 'AWS::Cognito::UserPool').Properties['DeletionProtection']).toBe(
        keeps ? 'ACTIVE' : 'INACTIVE',
      );
    }
  });

  it('logs are kept for as long as the stage says', () => {
    for (const [synthesized, days] of [
      [dev, 7],
      [prod, 90],
    ] as const) {
      const kept = find(synthesized, 'AWS::Logs::LogGroup').map(
        ({ Properties }) => Properties['RetentionInDays'],
      );
      expect(new Set(kept)).toEqual(new Set([days]));
    }
  });

  it('somebody is notified of alarms if the stage says who', () => {
    expect(find(dev, 'AWS::SNS::Subscription')).toEqual([]);
    expect(one(changed, 'AWS::SNS::Subscription').Properties).toMatchObject({
      Protocol: 'email',
      Endpoint: 'ops@example.org',
    });
  });

  it('accounts are confirmed by mail from the stage’s own address, if it has one', () => {
    const mailOf = (of: typeof dev) =>
      properties(of, one(of, 'AWS::Cognito::UserPool'))['EmailConfiguration'];
    expect(mailOf(dev)).toBeUndefined();
    expect(mailOf(changed)).toEqual({
      EmailSendingAccount: 'DEVELOPER',
      From: 'Gatherlens <hello@example.org>',
      SourceArn: expect.stringMatching(/^arn:aws:ses:us-east-1:\d+:identity\/hello@example\.org$/),
    });
  });

  it('no resource has the name of another stage', () => {
    expect(JSON.stringify(dev.templates)).not.toContain('gatherlens-prod');
    expect(JSON.stringify(prod.templates)).not.toContain('gatherlens-dev');
    expect(JSON.stringify(prod.templates)).not.toContain('/gatherlens/dev');
  });
});

const stageInfoOf = (of: typeof dev) => text(properties(of, one(of, 'AWS::SSM::Parameter'))['Value']);
const count = (of: typeof dev) => find(of, 'AWS::Lambda::Function').length;

describe('a stage that takes a copy', () => {
  const accountsOf = { stage: 'prod', userPoolId: 'us-east-1_AbCdEf123' } as const;
  const filled: Stage = { ...stages.prod, name: 'staging', isRestoreTarget: true, accountsOf };
  const synthesized = synthesizedAsIs(filled, fewFunctions);

  it('follows neither its table nor its bucket, and has no schedule', () => {
    expect(find(synthesized, 'AWS::Lambda::EventSourceMapping')).toEqual([]);
    expect(find(synthesized, 'AWS::Events::Rule')).toEqual([]);
    expect(one(synthesized, 'AWS::DynamoDB::Table').Properties['StreamSpecification']).toBeUndefined();
    const bucket = one(synthesized, 'AWS::S3::Bucket', 'MediaBucket').Properties;
    expect(bucket['NotificationConfiguration']).toBeUndefined();
  });

  it('is otherwise like other stages, and says what it is', () => {
    expect(count(prod) - count(synthesized)).toBe(functions.length - fewFunctions.length);
    expect(JSON.parse(stageInfoOf(synthesized))).toMatchObject({ takesCopy: true });
    expect(JSON.parse(stageInfoOf(prod))).toMatchObject({ takesCopy: false });
  });

  it('lets people sign in with the accounts that its rows refer to', () => {
    expect(find(synthesized, 'AWS::Cognito::UserPool')).toEqual([]);
    expect(find(synthesized, 'AWS::Cognito::UserPoolDomain')).toEqual([]);
    const client = one(synthesized, 'AWS::Cognito::UserPoolClient');
    expect(client.Properties['UserPoolId']).toBe(accountsOf.userPoolId);
    expect(one(synthesized, 'AWS::Cognito::ManagedLoginBranding').Properties).toMatchObject({
      UserPoolId: accountsOf.userPoolId,
      ClientId: { Ref: client.id },
    });
    const lambda = properties(synthesized, one(synthesized, 'AWS::Lambda::Function', 'logincallback'));
    expect((lambda['Environment'] as { Variables: Fields }).Variables).toMatchObject({
      USER_POOL_ID: accountsOf.userPoolId,
      SIGN_IN_URL: 'https://gatherlens-prod-111122223333.auth.us-east-1.amazoncognito.com',
    });
  });
});

describe('a stage with a domain', () => {
  const config = properties(withName, one(withName, 'AWS::CloudFront::Distribution'))[
    'DistributionConfig'
  ] as Fields;

  it('is served under its name, with its certificate and a current TLS version', () => {
    expect(config['Aliases']).toEqual(['photos.example.org']);
    expect(config['ViewerCertificate']).toMatchObject({
      MinimumProtocolVersion: 'TLSv1.2_2021',
      SslSupportMethod: 'sni-only',
    });
    const addresses = find(withName, 'AWS::Route53::RecordSet').map(
      ({ Properties }) => `${text(Properties['Type'])} ${text(Properties['Name'])}`,
    );
    expect(addresses.toSorted()).toEqual(['A photos.example.org.', 'AAAA photos.example.org.']);
  });

  it('is the address that functions and sign-in know', () => {
    const client = properties(withName, one(withName, 'AWS::Cognito::UserPoolClient'));
    expect(client['CallbackURLs']).toEqual(['https://photos.example.org/api/login/callback']);
    expect(client['LogoutURLs']).toEqual(['https://photos.example.org/']);
    const lambda = properties(withName, one(withName, 'AWS::Lambda::Function', 'createevent'));
    expect((lambda['Environment'] as { Variables: Fields }).Variables['SITE_URL']).toBe(
      'https://photos.example.org',
    );
  });

  it('lets its own pages alone send files and read them', () => {
    const rules = (synthesized: typeof dev) =>
      one(synthesized, 'AWS::S3::Bucket', 'MediaBucket').Properties['CorsConfiguration'] as {
        CorsRules: Fields[];
      };
    expect(rules(withName).CorsRules.map(({ AllowedOrigins }) => AllowedOrigins)).toEqual([
      ['https://photos.example.org'],
    ]);
    expect(rules(dev).CorsRules.map(({ AllowedOrigins }) => AllowedOrigins)).toEqual([
      ['https://*.cloudfront.net'],
    ]);
  });

  it('and a stage without one is known by CloudFront’s name', () => {
    const distribution = one(dev, 'AWS::CloudFront::Distribution');
    const client = properties(dev, one(dev, 'AWS::Cognito::UserPoolClient'));
    expect(client['CallbackURLs']).toEqual([`https://${att(distribution, 'DomainName')}/api/login/callback`]);
    expect(dev.templates.edge.Outputs?.['SiteUrl']?.Value).toBeDefined();
    expect(find(dev, 'AWS::CertificateManager::Certificate')).toEqual([]);
    expect(find(dev, 'AWS::Route53::RecordSet')).toEqual([]);
  });
});

describe('a stage in another region', () => {
  it('keeps its certificate and its firewall in us-east-1', () => {
    expect(inEurope.regions).toEqual(
      Object.fromEntries(stackNames.map((name) => [name, name === 'global' ? 'us-east-1' : 'eu-central-1'])),
    );
  });

  it('reads them without custom resources', () => {
    const custom = stackNames.flatMap((name) =>
      Object.values(inEurope.templates[name].Resources).filter(({ Type }) => Type.includes('CrossRegion')),
    );
    expect(custom).toEqual([]);
    const config = properties(inEurope, one(inEurope, 'AWS::CloudFront::Distribution'))[
      'DistributionConfig'
    ] as Fields;
    expect(config['WebACLId']).toBe(att(one(inEurope, 'AWS::WAFv2::WebACL'), 'Arn'));
  });
});

describe('the stacks', () => {
  it('need each other as listed', () => {
    const sorted = Object.fromEntries(
      Object.entries(prod.needs).map(([name, needs]) => [name, needs.toSorted()]),
    );
    expect(sorted).toEqual({
      global: [],
      data: [],
      'live-updates': ['data'],
      edge: ['data', 'global', 'live-updates'],
      identity: ['edge'],
      watch: ['data', 'edge', 'live-updates'],
      ...Object.fromEntries(nouns.map((noun) => [`calls-${noun}`, ['data', 'edge', 'watch']])),
      'calls-sign-in': ['data', 'edge', 'identity', 'watch'],
      api: [...nouns.map((noun) => `calls-${noun}`), 'edge', 'watch'].toSorted(),
      'calls-events': ['data', 'edge', 'live-updates', 'watch'],
      media: ['data', 'edge', 'identity', 'live-updates', 'watch'],
      web: ['api', 'data', 'edge'],
    });
  });
});
