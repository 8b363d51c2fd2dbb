/** What is said of a studio: its database, its shares, and what comes from there. */
export const studio = {
  'studio.away':
    'The studio’s database cannot be reached. Check the network, and whether its server runs, then try again.',
  'studio.awayGoesOn':
    'The studio’s database cannot be reached. What is at a service is followed home; nothing new is sent until it answers again.',
  'studio.back': 'The studio’s database answers again.',
  'studio.refused.password': 'The studio’s database does not take this password.',
  'studio.refused.noPassword_terminal':
    'The studio’s database wants a password. Give it with --password-file or --password-env, or in PGPASSWORD.',
  'studio.refused.noPassword': 'The studio’s database wants a password. Enter it in Settings, under Studio.',
  'studio.refused.user':
    'The studio’s database does not let this user in from here. Check the name in the address, and pg_hba.conf on the server.',
  'studio.refused.database': 'There is no such database on that server. Check the name at the end of the address.',
  'studio.refused.rights':
    'This user may not do that in the studio’s database. It has to own the database, or be given the right to make tables.',
  'studio.refused.certificateName':
    'The certificate of the studio’s database is for another address, so Burnish does not talk to it.',
  'studio.refused.certificate_terminal':
    'The certificate of the studio’s database is not known here. Name the authority that vouches for it with --ca.',
  'studio.refused.certificate':
    'The certificate of the studio’s database is not known here. Choose the file of the authority that vouches for it.',
  'studio.refused.plain':
    'The studio’s database offers no encryption (TLS), so Burnish does not talk to it from another computer.',
  'studio.refused.readablePassword':
    'The server of the studio’s database asks for the password in a form that others could read or guess, so Burnish did not send it. On the server, set password_encryption and the method in pg_hba.conf to scram-sha-256, then set the password again; or use TLS.',
  'studio.none_terminal': 'There is no studio in this database. “burnish studio init” makes one.',
  'studio.none': 'There is no studio in this database yet.',
  'studio.newer': 'This studio was made by a newer Burnish. Update Burnish on this computer to take part.',
  'studio.waitsToSend': 'It is sent once the studio’s database answers again.',
  'studio.service.capped':
    'The stations together have reached the limit of what this service may cost. It goes on the next day or month, or once you raise the limit.',
  'studio.service.heldUp': 'Another computer of the studio says: {{why}}',
  'studio.service.changed':
    'The address of {{service}} was changed in the studio’s database, so this computer does not use it. It uses services as they were entered here.',
  'studio.job.elsewhere': 'Another computer of the studio has this photograph now.',
  'studio.overruled.one': '“{{station}}” decided about {{name}} at the same moment, and that is what stands.',
  'studio.overruled.some_one':
    '“{{station}}” decided about {{count}} photograph at the same moment, and that is what stands.',
  'studio.overruled.some_other':
    '“{{station}}” decided about {{count}} photographs at the same moment, and that is what stands.',
  'studio.job.endedAt': 'It came to its end at “{{station}}”.',
  'studio.job.begunAnew': 'It was begun anew in the studio.',
  'studio.job.stationGone':
    '“{{station}}” was sending it when it was no longer heard of, so it may have been charged. Send it again or give it up?',
  'studio.job.resultAway':
    '“{{station}}” has a result of it that was paid, and is no longer heard of. Start Burnish there, or send it again.',
  'studio.job.cancelledSent': 'It was canceled after it had been sent, so it may have been charged.',
  'studio.notJoined_terminal': 'Say which studio is meant (--studio <address>), or join one (burnish studio join).',
  'studio.notJoined': 'This computer takes part in no studio.',
  'studio.ca.unreadable': 'The certificate {{path}} cannot be read ({{code}}).',
  'studio.share.notGiven': '“{{word}}” does not say where a share is. Say it as name=folder.',
  'studio.init.done': 'The studio is ready. Each computer joins it with “burnish studio join”.',
  'studio.join.done': 'This computer takes part in the studio as “{{name}}”.',
  'studio.join.noShares':
    'It shares no folder yet, so photographs are done where they are dropped. Join again with --share name=folder.',
  'studio.leave.done': 'This computer takes part in no studio.',
  'studio.join.leaveFirst':
    'This computer still has photographs of another studio, or has something to tell it. Leave that one first.',
  'studio.leaving': 'This computer is leaving the studio; another one sends it.',
  'studio.leave.unsent':
    'The studio’s database cannot be reached, and has not heard yet of photographs that were added here, or of what was done. Leave when it answers again. “burnish studio leave” leaves all the same: what it has not heard is kept here, and told once this computer takes part again.',
  'studio.worker.begins': 'Waiting for the studio’s work. Ctrl-C ends it.',
  'studio.offered_one': 'One photograph is for the studio to do.',
  'studio.offered_other': '{{count}} photographs are for the studio to do.',
  'studio.offersLeft_one': 'One photograph is not in the studio’s queue yet; it gets there with the next command.',
  'studio.offersLeft_other':
    '{{count}} photographs are not in the studio’s queue yet; they get there with the next command.',
  'studio.stranded_one': 'One photograph waits for a station that can do it; none is there now.',
  'studio.stranded_other': '{{count}} photographs wait for a station that can do them; none is there now.',
  'studio.count.taken_one': 'one at work',
  'studio.count.taken_other': '{{count}} at work',
  'studio.retried_one': 'One photograph is tried again by the studio.',
  'studio.retried_other': '{{count}} photographs are tried again by the studio.',
  'studio.stations.none': 'No station has joined yet.',
  'studio.station.line': '{{name}}: {{state}}; {{facts}}; shares: {{shares}}',
  'studio.station.works': 'at work',
  'studio.station.looks': 'takes no work',
  'studio.station.draining': 'finishes what it has',
  'studio.station.away': 'away',
  'studio.station.holds_one': 'has one photograph',
  'studio.station.holds_other': 'has {{count}} photographs',
  'studio.station.done_one': 'has done one',
  'studio.station.done_other': 'has done {{count}}',
  'studio.station.heard': 'last heard {{time}} ago',
  'studio.station.saidGoodbye': 'was closed',
  'studio.limit.most': 'That is more than {{most}} requests at a time.',
  'studio.staysHere_one':
    'One photograph in a share is done by this computer alone: its name, or where its results go, is not the same for all stations.',
  'studio.staysHere_other':
    '{{count}} photographs in shares are done by this computer alone: their names, or where their results go, are not the same for all stations.',
  'studio.share.notThere': 'The folder of the share “{{share}}” is not there, so this computer does nothing with it.',
  'studio.sentAgain_one': 'One photograph is sent again by the studio.',
  'studio.sentAgain_other': '{{count}} photographs are sent again by the studio.',
  'studio.drain.on': 'It finishes what it has, and takes nothing new.',
  'studio.drain.off': 'It takes work again.',
  'studio.drain.nobody': 'There is no such station. “burnish studio stations” lists them.',
  'studio.pause.which': 'Say either which station (--station), or all of them (--all).',
  'studio.pause.on': 'It begins nothing new.',
  'studio.pause.off': 'It goes on.',
  'studio.pause.allOn': 'No station begins anything new.',
  'studio.pause.allOff': 'All stations go on.',
  'studio.gone': 'That is not in the studio any more.',
  'studio.limit.done_one': '{{service}} gets one request at a time from all stations together.',
  'studio.limit.done_other': '{{service}} gets {{count}} requests at a time from all stations together.',
  'studio.watch.elsewhere': '“{{station}}” watches this folder. This computer takes over when that one is gone.',
  'studio.watch.outside': 'This folder lies in none of the studio’s shares, so no other computer can watch it.',
  'studio.item.unknown': 'The studio’s database says something of this photograph that Burnish cannot read.',
  'studio.address.unreadable':
    'This is no address of a studio’s database. It reads like postgres://nas.local/burnish, or nas.local:5432.',
  'studio.address.otherDatabase': 'A studio’s database is a PostgreSQL: its address begins with postgres://.',
  'studio.address.password':
    'The address has a password in it, where others could read it. Leave it out, and give it in the environment variable PGPASSWORD, in a file that only you can read, or in the key store.',
  'studio.address.query':
    'The address must not contain ? or #. Encryption needs no option: beyond this computer the connection always is.',

  'studio.password.noVariable': 'The environment variable {{name}} has no password in it.',
  'studio.password.noLine': 'The first line of the password file {{file}} is empty. Write the password there.',
  'studio.password.unreadable': 'The password file {{file}} cannot be read ({{code}}).',
  'studio.password.openToOthers':
    'Others on this computer may read the password file {{file}}. Make it readable by you alone (chmod 600), then try again.',

  'studio.share.unknown': 'This computer has no share called “{{share}}”. Say which folder it is here, then try again.',
  'studio.share.other':
    'The other computers have the share “{{share}}”, and none of them has been in {{folder}}: it must be another folder. Choose the one that they share.',
  'studio.share.gone': 'The folder {{folder}} of the share “{{share}}” is not there.',
  'studio.share.unwritable':
    'Nothing can be written to {{folder}}, and no other computer has shared it as “{{share}}” yet. Begin with a computer that may write there.',
  'studio.share.leadsOut': '“{{path}}” leads out of the share “{{share}}”, so Burnish leaves it alone.',
  'studio.share.fileOutside': '“{{name}}” leads out of its share, so Burnish leaves it alone.',
  'studio.share.noPath':
    'The studio’s database names “{{path}}”, which is not inside a share, so Burnish leaves it alone.',
  'studio.share.unreachable':
    'The share “{{share}}” cannot be reached ({{code}}). Check the folder {{folder}} and the network, then try again.',
  'studio.share.unknownPlace':
    'Whether “{{path}}” is in a share cannot be told, since it cannot be reached ({{code}}).',

  'studio.recipe.unknown':
    'The studio’s database has a recipe that this Burnish cannot use: it is damaged, or of a newer Burnish. Update Burnish, or save the recipe again.',
} as const;
