import { LogQueryVisualizationType, LogQueryWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { nouns } from '../../functions/manifest/nouns.ts';
import { logName } from '../stages/resource-names.ts';

/**
 * Figures per call and per job, queried from the logs when somebody looks: as metrics they would cost $0.30
 * each per month. Failures come from the gateway's log, because a function that fails to start logs nothing.
 */
export function logTables(stageName: string): LogQueryWidget[] {
  return [
    table(
      'Answers that failed, by route',
      [logName(stageName, 'gateway')],
      [
        'filter status like /^5/',
        'stats count(*) as failed by route, status',
        'sort failed desc',
        'limit 20',
      ],
    ),
    table(
      'The slowest hundredth by call, in milliseconds',
      nouns.map((noun) => logName(stageName, noun)),
      [
        'filter message = "request"',
        'stats pct(durationMs, 99) as slowest, count(*) as calls by endpoint',
        'sort slowest desc',
        'limit 20',
      ],
    ),
    table(
      'What went wrong in browsers',
      [logName(stageName, 'events')],
      [
        'filter message = "browser problem"',
        'stats sum(times) as total by kind, region, step, page',
        'sort total desc',
        'limit 20',
      ],
    ),
    table(
      'Measured visits by page, in milliseconds',
      [logName(stageName, 'events')],
      [
        'filter message = "browser visit"',
        'stats pct(largestContentfulPaintMs, 75) as paint, pct(interactionToNextPaintMs, 75) as press, count(*) as visits by page',
        'sort visits desc',
        'limit 20',
      ],
    ),
    table(
      'Jobs that failed, by function',
      ['jobs', 'scheduled-jobs'].map((name) => logName(stageName, name)),
      [
        'filter (service = "gatherlens" and level = "ERROR") or (type = "platform.report" and record.status != "success")',
        // YYYY/MM/DD/{function}[{version}]{environment}. Source: AWS Lambda Developer Guide, "Configuring
        // CloudWatch log groups".
        'parse @logStream /^[0-9\\/]+(?<name>[^\\[]+)/',
        'stats count(*) as failures by name, message',
        'sort failures desc',
        'limit 20',
      ],
    ),
  ];
}

function table(title: string, logGroupNames: string[], queryLines: string[]): LogQueryWidget {
  const view = LogQueryVisualizationType.TABLE;
  return new LogQueryWidget({ title, logGroupNames, queryLines, view, width: 8, height: 6 });
}
