import { formatMessage } from '../../../contract/messages/format-message.ts';
import { joinMessages, type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { ConnectionReport, Profile } from '../../../contract/services/profile.ts';
import type { TaskQuery } from '../../../contract/services/task-query-form.ts';
import type { CliCommand, CommandInput } from '../command-definition.ts';
import { type ExitCode, exitCodeFor, exitCodes, UsageError } from '../exit-codes.ts';
import { jsonOption } from '../options/common-options.ts';
import { optionOfField, serviceRules, testedServiceOptions } from '../options/service-options.ts';
import { printError, printJson, printMessage } from '../output/terminal-text.ts';
import { type Session, withSession } from '../session/command-session.ts';

export const command: CliCommand = {
  description: 'list and test services',
  options: [jsonOption, ...testedServiceOptions],
  rules: serviceRules,
  run,
};

async function run({ options, launch }: CommandInput): Promise<ExitCode> {
  const { json = false, keyEnv, service } = options;
  if (keyEnv !== undefined && service === undefined) throw new UsageError(msg('cli.usage.whoseKey'));
  return withSession(
    options,
    (session) =>
      testServices(session, json).catch((error) => {
        if (!session.interrupted.aborted) throw error;
        printError(msg('cli.end.stopped'));
        return exitCodes.incomplete;
      }),
    { launch },
  );
}

/** Tests the service that the command names, or all. */
async function testServices({ app, interrupted, profileId }: Session, isJson: boolean): Promise<ExitCode> {
  const { services, store } = app.core;
  let areAllOk = true;
  for (const profile of store.profiles.list()) {
    if (profileId !== null && profile.id !== profileId) continue;
    const report = await services.test(profile, undefined, interrupted);
    areAllOk &&= report.ok;
    if (isJson) printJson(reportForJson(profile, report));
    else printMessage(reportMessage(profile, report, await taskQueryHint(report)));
  }
  return exitCodeFor(areAllOk);
}

function reportForJson({ id, name, baseUrl: address }: Profile, report: ConnectionReport) {
  const findings = report.findings.map((each) => formatMessage(each, 'terminal'));
  return { id, name, address, ...report, findings };
}

function reportMessage(
  { kind, name, baseUrl: address }: Profile,
  { findings }: ConnectionReport,
  hint: MessageDescriptor | null,
): MessageDescriptor {
  const values = {
    service: kind === 'built-in' ? { named: name } : name,
    message: joinMessages(...findings, hint),
  };
  return address ? msg('cli.serviceAt', { ...values, address }) : msg('cli.service', values);
}

/** Returns options for another form of task query, if the service understands that one instead of the profile's. */
async function taskQueryHint({ otherTaskQuery }: ConnectionReport): Promise<MessageDescriptor | null> {
  if (otherTaskQuery === null) return null;
  const { hasTaskIdInPath } = await import('../../../contract/services/task-query-form.ts');
  const hasIdInPath = hasTaskIdInPath(otherTaskQuery);
  const hasBody = otherTaskQuery.taskQueryMethod === 'POST' && !hasIdInPath;
  const options = (Object.entries(otherTaskQuery) as [keyof TaskQuery, string][])
    .filter(([field]) => field !== 'taskQueryBody' || hasBody)
    .filter(([field]) => field !== 'taskQueryField' || !hasIdInPath)
    .map(([field, value]) => `${optionOfField[field]} ${value}`);
  return msg('cli.services.query', { options: options.join(' ') });
}
