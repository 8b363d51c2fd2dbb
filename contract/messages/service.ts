/** What the room that talks to services says. What codes mean and what the network does is in files of their own. */
export const service = {
  'service.pace.probing': 'Trying with one request whether the service can be used again.',
  'service.pace.probingResults': 'Trying with one request whether results can be fetched again.',
  'service.pace.pauseOver': 'The pause is over; the next request tries whether the service can be used again.',
  'service.pace.pauseOverResults': 'The pause is over; the next request tries whether results can be fetched again.',
  'service.pace.busy': 'The service asked us to slow down; next try in {{left}}.',
  'service.pace.unreachable': 'The service cannot be reached; next try in {{left}}.',
  'service.pace.broken': 'The connection to the service breaks off; next try in {{left}}.',
  'service.pace.noResults': 'The results cannot be fetched; next try in {{left}}.',
  'service.pace.failing': 'The service reports faults; next try in {{left}}.',
  'service.pace.unreadable': 'The service’s answer cannot be read; next try in {{left}}.',
  'service.pace.lost': 'An answer of the service was lost; next try in {{left}}.',
  'service.pace.disk': 'A result could not be written to disk; next try in {{left}}.',

  'service.engine.failed': 'The built-in engine does not start. The log has the details (Settings, Advanced).',
  'service.engine.failed_terminal': 'The built-in engine does not start. BURNISH_LOG=1 shows why.',
  'service.engine.failed_window':
    'The built-in engine does not start. The log has the details (Settings, Advanced, in the window).',
  'service.quoted': 'It says: “{{quoted}}”',

  'service.gone': 'The service this was meant for is no longer set up.',
  'service.noKey': 'Enter the key for “{{name}}” under Services.',
  'service.noKey_terminal': 'Name the environment variable that holds the key for “{{name}}” with --key-env.',
  'service.noKey_window': 'Enter the key for “{{name}}” under Services in the window.',
  'service.keyInvalid': 'The API key contains a character that no key can have. Paste it again under Services.',
  'service.keyInvalid_terminal': 'The API key contains a character that no key can have. Check what --key-env names.',
  'service.keyInvalid_window':
    'The API key contains a character that no key can have. Paste it again under Services in the window.',

  'service.address.password': 'The address must not contain a user name or a password.',
  'service.address.query': 'The address must not contain ? or #.',
  'service.address.unencrypted':
    'The key and the photographs travel unencrypted. Use https:// if the service supports it.',
  'service.address.change': 'Change it under Services.',
  'service.address.change_terminal': 'Change what --service gives.',
  'service.address.change_window': 'Change it under Services in the window.',
  'service.address.another': 'The address does not answer as an image service does. Check it under Services.',
  'service.address.another_terminal':
    'The address does not answer as an image service does. Check what --service gives.',
  'service.address.another_window':
    'The address does not answer as an image service does. Check it under Services in the window.',

  'service.test.answered': 'The service answered in {{time}} ms.',
  'service.test.keyAccepted': 'It accepted the key in the header “{{header}}”.',
  'service.test.keySent': 'The key was sent in the header “{{header}}”.',
  'service.test.another': 'It does not answer as an image service does. Check the address.',
  'service.test.creditsUnknown': 'It does not say how many credits are left.',
  'service.test.creditsFree': 'It costs no credits.',
  'service.test.credits_one': 'One credit is left.',
  'service.test.credits_other': '{{count}} credits are left.',
  'service.test.queryGet': 'It understands task queries by GET with “{{field}}” at {{path}}.',
  'service.test.queryPost': 'It understands task queries by POST with “{{field}}” at {{path}} ({{type}}).',
  'service.test.queryInPath': 'It understands task queries by {{method}} at {{path}}.',
  'service.test.queryNone':
    'No form of task query was recognized; the service answered with HTTP {{status}}. Set the one that its documentation describes.',
  'service.test.queryParameter':
    'No form of task query was recognized: the service misses a parameter. Set the one that its documentation describes.',
  'service.test.queryUnclear':
    'No form of task query was recognized, because the service answers every request alike. Your first photograph will show whether it works.',
  'service.test.queryUntested': 'The query of tasks could not be tested.',
  'service.credits.unknown': 'The service does not say how many credits are left. Look on its own pages.',

  'service.upload.unreadable': '“{{name}}” could not be read for the upload. Check that its disk is connected.',
  'service.upload.unreadableNow':
    'The photograph could not be read during the upload. Check that its disk is connected.',
  'service.upload.empty': '“{{name}}” is empty. Choose another photograph.',
  'service.upload.changed': 'The photograph changed while it was being sent. Send it again once it no longer changes.',

  'service.uncertain.tooLarge': 'The photograph was sent, but the answer is larger than Burnish accepts.',
  'service.uncertain.tooMany':
    'The photograph was sent, but the service answered with more images than one photograph can have.',
  'service.uncertain.tooSlow':
    'The photograph was sent, but its answer came so slowly that Burnish stopped waiting for it.',
  'service.uncertain.lost': 'The photograph was sent, but the connection broke off before the answer was there.',
  'service.uncertain.noResult': 'The photograph was sent, but the service answered without a result.',
  'service.uncertain.taskId':
    'The photograph was sent, but the service gave its task an id that the query’s path cannot contain.',
  'service.uncertain.notImage':
    'The photograph was sent, but the service answered with something that is not an image.',
  'service.uncertain.silent': 'The photograph was sent, but no answer came in time.',
  'service.uncertain.stalled': 'The photograph was sent, but the answer stopped on its way.',
  'service.uncertain.status':
    'The photograph was sent, but an error page came back ({{status}}), perhaps not from the service itself.',
  'service.uncertain.unreadable': 'The photograph was sent, but the answer cannot be read.',
  'service.uncertain.webPage': 'The photograph was sent, but a web page came back instead of a result.',
  'service.uncertain.decide': 'The service may have charged it: send it again only if you want to.',

  'service.answer.empty': 'The service found nothing in the photograph to cut out.',
  'service.answer.gone': 'The service no longer has the result of this photograph.',
  'service.answer.none': 'The service does not answer when it is asked for the result.',
  'service.answer.unreadable': 'The service’s answer cannot be read.',
  'service.answer.webPage': 'The address answered with a web page instead of a result.',
  'service.answer.checkAddress': 'Try again later, or check the address under Services.',
  'service.answer.checkAddress_terminal': 'Try again later, or check the address that --service gives.',
  'service.answer.checkAddress_window': 'Try again later, or check the address under Services in the window.',
  'service.answer.logIn': 'Check the address under Services, or log in to the network first.',
  'service.answer.logIn_terminal': 'Check the address that --service gives, or log in to the network first.',
  'service.answer.logIn_window': 'Check the address under Services in the window, or log in to the network first.',
  'service.answer.askLater': 'Try again later, or ask the service.',

  'service.disk.full': 'The disk is full; the result could not be kept.',
  'service.disk.fullCharged': 'Free up space first. Sending the photograph again may be charged again.',
  'service.disk.fullTry': 'Free up space, then try again.',
  'service.disk.unwritable': 'The result could not be written to disk.',
  'service.disk.checkCharged': 'Check the disk first. Sending the photograph again may be charged again.',
  'service.disk.checkTry': 'Check the disk, then try again.',

  'service.result.circles': 'The service redirects the download in circles.',
  'service.result.emptyFile': 'The service sent an empty file.',
  'service.result.incomplete': 'The result arrived incomplete.',
  'service.result.text': 'The service sent a web page or a message instead of the result.',
  'service.result.tryAgain': 'Try again; a service keeps results for 24 hours.',
  'service.result.address':
    'The service named an address for the result that Burnish does not fetch from. Ask the service.',
  'service.result.downgrade':
    'The service redirects the download from an encrypted address to an unencrypted one. Ask the service.',
  'service.result.expired': 'The service no longer has this result. Sending the photograph again may be charged again.',
  'service.result.foreign': 'The service sent a file that is not an image Burnish knows. Ask the service.',
  'service.result.outOfBounds':
    'The address of the result leads into a private network, and Burnish does not follow this service there. If your network asks you to log in, do that first; otherwise ask the service.',
  'service.result.tooLarge':
    'The result is larger than Burnish accepts. Choose another recipe, or make the photograph smaller.',
  'service.result.unencrypted':
    'The service offers the result unencrypted only. Allow that for it under Services, or ask the service.',
  'service.result.unencrypted_terminal':
    'The service offers the result unencrypted only. Allow that for it under Services in the window, or ask the service.',
  'service.result.unencrypted_window':
    'The service offers the result unencrypted only. Allow that for it under Services in the window, or ask the service.',
} as const;
