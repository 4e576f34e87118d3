import type { BrowserProblem } from '../../../shared/contract/browser-reports.ts';
import {
  MAX_DELAY_MS,
  MAX_PROBLEMS,
  MAX_TIMES,
  type PageKind,
} from '../../../shared/values/browser-reports.ts';
import type { CallInput } from './endpoints.ts';
import { pageKindOf } from './page-kind.ts';

export type Report = CallInput<'POST /api/browser-reports'>['body'];
type Visit = NonNullable<Report['visit']>;
type Delay = Exclude<keyof Visit, 'page'>;

type WithoutPlace<P> = P extends BrowserProblem ? Omit<P, 'page' | 'times'> : never;
/** What went wrong. Never its message, which may name people. */
export type Problem = WithoutPlace<BrowserProblem>;

/** Collects what a page has to report, until it is hidden. */
export function createBrowserReport() {
  const problems = new Map<string, BrowserProblem>();
  let visit: Visit | undefined;
  return {
    /** Has this visit measured. */
    beginVisit(page: PageKind): void {
      visit = { page };
    },
    /** Ignored once the visit is reported, so that each visit counts once. */
    measure(delay: Delay, milliseconds: number): void {
      if (visit) visit = { ...visit, [delay]: Math.min(Math.round(milliseconds), MAX_DELAY_MS) };
    },
    /** A page that fails in a loop reports that it does, not how often. */
    note(problem: Problem, page: PageKind): void {
      const key = JSON.stringify([problem, page]);
      const times = (problems.get(key)?.times ?? 0) + 1;
      if (times > MAX_TIMES || (times === 1 && problems.size === MAX_PROBLEMS)) return;
      problems.set(key, { ...problem, page, times });
    },
    /** @param send returns false if the report was not taken: then it is kept */
    flush(send: (report: Report) => boolean): void {
      if (!visit && problems.size === 0) return;
      const report = { ...(visit && { visit }), problems: [...problems.values()] };
      if (!send(report)) return;
      visit = undefined;
      problems.clear();
    },
  };
}

/** The page's own. It lies in a file whose name content blockers do not look for: every page needs it. */
export const browserReport = createBrowserReport();

/** Counts a problem on the page that is shown. */
export function noteProblem(problem: Problem): void {
  browserReport.note(problem, pageKindOf(location.pathname));
}
