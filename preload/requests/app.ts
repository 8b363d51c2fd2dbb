/** Requests about the app itself: its state, dialogs, settings, license texts, crash reports and updates. */
import { z } from 'zod';
import { type About, type LicenseId, type LoginStart, licenseIds } from '../../contract/app/about.ts';
import type { Snapshot } from '../../contract/app/app-snapshot.ts';
import { type CrashHead, crashIdPattern } from '../../contract/app/crash-reports.ts';
import { changedSettingsSchema, settingsSchema } from '../../contract/app/settings.ts';
import { closeStateSchema } from '../../contract/app/unsaved-changes.ts';
import type { UpdateStatus } from '../../contract/app/update-status.ts';
import { type Grant, maxPathLength } from '../../contract/validation/path-grant.ts';

export const appRequests = {
  'app.snapshot': z.undefined(),
  'app.chooseImages': z.undefined(),
  'app.chooseFolder': z.strictObject({ title: z.string().max(200), start: z.string().max(maxPathLength).nullable() }),
  'app.choosePhotograph': z.strictObject({ purpose: z.enum(['reference', 'preview']) }),
  'app.revealDataFolder': z.undefined(),
  'app.revealLogs': z.undefined(),
  'app.diagnostics': z.undefined(),
  /** Responds to the event `leaving`. */
  'app.leaving': closeStateSchema,
  'app.about': z.undefined(),
  'app.licence': z.strictObject({ id: z.enum(licenseIds satisfies readonly LicenseId[]) }),
  'crashes.list': z.undefined(),
  'crashes.text': z.strictObject({ id: z.string().max(40).regex(crashIdPattern) }),
  'crashes.reveal': z.undefined(),
  /** Asks the user for a folder. */
  'crashes.export': z.undefined(),
  'crashes.clear': z.undefined(),
  'crashes.news': z.undefined(),
  'settings.save': changedSettingsSchema,
  /** `address` may contain a name and password. Main asks the user before it uses a custom proxy. */
  'system.setProxy': z.strictObject({ proxy: settingsSchema.shape.proxy.unwrap(), address: z.string().max(1000) }),
  'system.chooseCertificates': z.undefined(),
  'system.removeCertificates': z.undefined(),
  /** Main shows the command and asks the user before it stores it. Empty: none. */
  'system.setDoneCommand': z.strictObject({ command: z.string().max(500) }),
  'system.continueOnBattery': z.undefined(),
  'system.startsAtLogin': z.undefined(),
  'system.setStartsAtLogin': z.strictObject({ isOn: z.boolean() }),
  'updates.standing': z.undefined(),
  /** Starts a check; the event `updates` reports its progress. */
  'updates.look': z.undefined(),
  /** Installs a downloaded update and restarts. Main asks the user first if work is running or would be lost. */
  'updates.restart': z.undefined(),
} as const;

export interface AppResponses {
  'app.snapshot': Snapshot;
  /** Id of one grant for all chosen files; null if none was chosen. */
  'app.chooseImages': string | null;
  'app.chooseFolder': Grant | null;
  'app.choosePhotograph': Grant | null;
  'app.revealDataFolder': undefined;
  'app.revealLogs': undefined;
  'app.diagnostics': string;
  'app.leaving': undefined;
  'app.about': About;
  /** Sections of the text; empty if its file is missing, as in a checkout without a build. */
  'app.licence': readonly string[];
  /** Newest first. */
  'crashes.list': readonly CrashHead[];
  /** Redacted, exactly as an export writes it. */
  'crashes.text': string;
  'crashes.reveal': undefined;
  /** Name of the file; null if no folder was chosen. */
  'crashes.export': string | null;
  'crashes.clear': undefined;
  /** Whether Burnish or its window crashed in the last session; true only once. */
  'crashes.news': boolean;
  'settings.save': undefined;
  'system.setProxy': undefined;
  'system.chooseCertificates': undefined;
  'system.removeCertificates': undefined;
  'system.setDoneCommand': undefined;
  'system.continueOnBattery': undefined;
  'system.startsAtLogin': LoginStart;
  'system.setStartsAtLogin': undefined;
  'updates.standing': UpdateStatus;
  'updates.look': undefined;
  'updates.restart': undefined;
}
