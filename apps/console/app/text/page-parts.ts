import type { TextPart } from './text-part.ts'

// Written by `npm run locales -- --fix` from what the modules of each page say.

/** TABLE: what the document around every page and every failure says. */
// prettier-ignore
export const everywhereParts = ['console', 'console:exit', 'console:failure', 'console:failure.crash', 'console:theme'] as const satisfies readonly TextPart[]

/** TABLE: what the frame of the pages of a workspace says beside that. */
// prettier-ignore
export const workspaceParts = ['console:account', 'console:environment', 'console:nav', 'console:nav.group', 'console:palette', 'console:place', 'console:role', 'console:toast', 'console:work', 'console:work.finished'] as const satisfies readonly TextPart[]

/** TABLE: what each page says beside its frame, by the pattern of its address. A page that is not here says no more. */
// prettier-ignore
export const pageParts = {
  '/sign-in': ['console:form', 'console:nav', 'console:sign_in', 'console:sign_in.aal2', 'console:sign_in.code'],
  '/sign-up': ['console:form', 'console:nav', 'console:set_up', 'console:sign_up'],
  '/set-up/:link?': ['console:form', 'console:nav', 'console:prove', 'console:set_up'],
  '/invitation/:link?': ['console:form', 'console:invitation', 'console:invitation.other', 'console:nav', 'console:prove', 'console:set_up'],
  '/verify': ['console:form', 'console:nav', 'console:verify'],
  '/onboarding/:link?': ['console:form', 'console:nav', 'console:one_time', 'console_onboarding', 'console_onboarding:connect', 'console_onboarding:domains', 'console_onboarding:guide', 'console_onboarding:guide.entra', 'console_onboarding:guide.generic', 'console_onboarding:guide.google', 'console_onboarding:guide.okta', 'console_onboarding:register', 'console_onboarding:status'],
  '/switch': ['console:environment', 'console:filter', 'console:list', 'console:nav', 'console:pager', 'console:place', 'console:places', 'console:places.none', 'console:toast', 'console:work', 'console:work.finished'],
  '/account': ['console:account', 'console:nav'],
  '/w/:workspace': ['console:crumbs', 'console:filter', 'console:list', 'console:overview', 'console:pager', 'console:table', 'console_projects:new'],
  '/w/:workspace/members': ['console:crumbs', 'console:dialog', 'console:filter', 'console:form', 'console:list', 'console:one_time', 'console:pager', 'console:table', 'console_workspace:invite', 'console_workspace:members', 'console_workspace:role_text'],
  '/w/:workspace/new-project': ['console:crumbs', 'console:form', 'console:overview', 'console_projects:new'],
  '/w/:workspace/p/:project': ['console:crumbs', 'console:table', 'console_activity:credential', 'console_activity:method', 'console_activity:reason', 'console_activity:template', 'console_activity:with', 'console_events:figure', 'console_events:figures', 'console_events:reasons', 'console_events:sign_ins', 'console_people:message', 'console_people:outage', 'console_projects:halted', 'console_projects:next'],
  '/w/:workspace/p/:project/people': ['console:crumbs', 'console:filter', 'console:form', 'console:list', 'console:pager', 'console:table', 'console_people:address', 'console_people:bulk', 'console_people:engine', 'console_people:export', 'console_people:filter', 'console_people:import', 'console_people:look', 'console_people:people', 'console_people:person', 'console_people:state', 'console_people:way'],
  '/w/:workspace/p/:project/people/bulk': ['console:crumbs', 'console:dialog', 'console:form', 'console_people:bulk', 'console_people:reason'],
  '/w/:workspace/p/:project/people/export': ['console:crumbs', 'console:dialog', 'console:form', 'console_people:export', 'console_people:export.format_kratos-1', 'console_people:filter', 'console_people:reason', 'console_people:state', 'console_people:way'],
  '/w/:workspace/p/:project/people/import': ['console:crumbs', 'console:dialog', 'console:form', 'console:one_time', 'console_people:import', 'console_people:jobs', 'console_people:people'],
  '/w/:workspace/p/:project/people/import/:import': ['console:crumbs', 'console:form', 'console:one_time', 'console:table', 'console_people:import', 'console_people:reason'],
  '/w/:workspace/p/:project/people/new': ['console:crumbs', 'console:dialog', 'console:form', 'console_people:form', 'console_people:people', 'console_people:person', 'console_people:reason', 'console_people:state'],
  '/w/:workspace/p/:project/people/:person/:tab?': ['console:crumbs', 'console:dialog', 'console:form', 'console:one_time', 'console:table', 'console_activity', 'console_activity:credential', 'console_activity:details', 'console_activity:did', 'console_activity:method', 'console_activity:reason', 'console_activity:said', 'console_activity:template', 'console_activity:who', 'console_activity:with', 'console_branding:mail', 'console_events:actor', 'console_events:event', 'console_people:activity', 'console_people:address', 'console_people:bulk', 'console_people:credential', 'console_people:credential.stays', 'console_people:danger', 'console_people:device', 'console_people:engine', 'console_people:form', 'console_people:jobs', 'console_people:message', 'console_people:people', 'console_people:person', 'console_people:reason', 'console_people:recovery', 'console_people:session', 'console_people:state', 'console_people:tab', 'console_people:way'],
  '/w/:workspace/p/:project/people/:person/edit': ['console:crumbs', 'console:dialog', 'console:form', 'console_people:form', 'console_people:people', 'console_people:person', 'console_people:reason', 'console_people:state'],
  '/w/:workspace/p/:project/jobs': ['console:crumbs', 'console:table', 'console_people:import', 'console_people:jobs'],
  '/w/:workspace/p/:project/jobs/:job': ['console:crumbs', 'console:form', 'console:table', 'console_people:import', 'console_people:jobs', 'console_people:people'],
  '/w/:workspace/p/:project/sessions': ['console:crumbs', 'console:dialog', 'console:filter', 'console:form', 'console:list', 'console:pager', 'console:table', 'console_people:bulk', 'console_people:device', 'console_people:filter', 'console_people:people', 'console_people:person', 'console_people:session', 'console_people:way'],
  '/w/:workspace/p/:project/messages': ['console:crumbs', 'console:filter', 'console:form', 'console:list', 'console:pager', 'console:table', 'console_activity:credential', 'console_activity:method', 'console_activity:reason', 'console_activity:template', 'console_activity:with', 'console_branding:mail', 'console_people:message', 'console_people:outage'],
  '/w/:workspace/p/:project/messages/:message': ['console:crumbs', 'console:form', 'console:one_time', 'console_activity:credential', 'console_activity:method', 'console_activity:reason', 'console_activity:template', 'console_activity:with', 'console_branding:mail', 'console_people:message', 'console_people:person'],
  '/w/:workspace/p/:project/events': ['console:crumbs', 'console:filter', 'console:list', 'console:one_time', 'console:pager', 'console_activity', 'console_activity:credential', 'console_activity:details', 'console_activity:did', 'console_activity:find', 'console_activity:method', 'console_activity:reason', 'console_activity:said', 'console_activity:template', 'console_activity:who', 'console_activity:with', 'console_events:actor', 'console_events:event', 'console_events:events', 'console_events:tail', 'console_people:jobs', 'console_people:people'],
  '/w/:workspace/p/:project/streams': ['console:crumbs', 'console:table', 'console_events:health', 'console_events:kind', 'console_events:new', 'console_events:stream', 'console_events:streams'],
  '/w/:workspace/p/:project/streams/new': ['console:crumbs', 'console:form', 'console_events:field', 'console_events:kind', 'console_events:new', 'console_events:stream'],
  '/w/:workspace/p/:project/streams/:stream': ['console:crumbs', 'console:dialog', 'console:form', 'console:one_time', 'console_events:deliveries', 'console_events:edit', 'console_events:health', 'console_events:kind', 'console_events:replay', 'console_events:secret', 'console_events:stream', 'console_events:test'],
  '/w/:workspace/p/:project/streams/:stream/edit': ['console:crumbs', 'console:form', 'console_events:edit', 'console_events:field'],
  '/w/:workspace/p/:project/streams/:stream/deliveries': ['console:crumbs', 'console:dialog', 'console:form', 'console:one_time', 'console:pager', 'console:table', 'console_events:deliveries', 'console_events:delivery', 'console_events:event', 'console_events:kind', 'console_events:redrive', 'console_events:stream'],
  '/w/:workspace/p/:project/schemas': ['console:crumbs', 'console:form', 'console:one_time', 'console_people:schema'],
  '/w/:workspace/p/:project/organizations': ['console:crumbs', 'console:filter', 'console:list', 'console:pager', 'console:table', 'console_organizations:fields', 'console_organizations:list'],
  '/w/:workspace/p/:project/organizations/new': ['console:crumbs', 'console:form', 'console_organizations:fields', 'console_organizations:new'],
  '/w/:workspace/p/:project/organizations/:organization': ['console:crumbs', 'console:dialog', 'console:form', 'console:one_time', 'console:table', 'console_organizations:connections', 'console_organizations:delete', 'console_organizations:fields', 'console_organizations:links', 'console_organizations:list'],
  '/w/:workspace/p/:project/organizations/:organization/connections/:connection': ['console:crumbs', 'console:form', 'console:one_time', 'console_organizations:connection', 'console_organizations:connections'],
  '/w/:workspace/p/:project/settings': ['console:crumbs', 'console:dialog', 'console:form', 'console:overview', 'console:project', 'console_projects:delete', 'console_projects:new', 'console_projects:settings'],
  '/w/:workspace/p/:project/configuration': ['console:crumbs', 'console:form', 'console:table', 'console:unsaved', 'console_projects:applications', 'console_projects:change', 'console_projects:compare', 'console_projects:configuration', 'console_projects:draft', 'console_projects:duration', 'console_projects:lacks', 'console_projects:origin', 'console_projects:provider', 'console_projects:secret', 'console_projects:switch.courier', 'console_projects:switch.selfservice', 'console_projects:switch.session', 'console_projects:switch_about.courier', 'console_projects:switch_about.selfservice', 'console_projects:switch_about.session', 'console_projects:switch_group', 'console_projects:test_mail', 'console_projects:unit'],
  '/w/:workspace/p/:project/configuration/text': ['console:crumbs', 'console:form', 'console_projects:change', 'console_projects:compare', 'console_projects:configuration', 'console_projects:draft', 'console_projects:duration', 'console_projects:origin', 'console_projects:switch.courier', 'console_projects:switch.selfservice', 'console_projects:switch.session', 'console_projects:text'],
  '/w/:workspace/p/:project/configuration/providers/:provider/:kind?': ['console:crumbs', 'console:form', 'console:one_time', 'console_projects:change', 'console_projects:compare', 'console_projects:configuration', 'console_projects:draft', 'console_projects:duration', 'console_projects:origin', 'console_projects:provider', 'console_projects:switch.courier', 'console_projects:switch.selfservice', 'console_projects:switch.session'],
  '/w/:workspace/p/:project/configuration/revisions': ['console:crumbs', 'console:pager', 'console:table', 'console_projects:revision'],
  '/w/:workspace/p/:project/configuration/revisions/:revision': ['console:crumbs', 'console:form', 'console_projects:compare', 'console_projects:duration', 'console_projects:revision'],
  '/w/:workspace/p/:project/branding': ['console:crumbs', 'console:filter', 'console_branding', 'console_branding:bar', 'console_branding:choice', 'console_branding:colour', 'console_branding:field', 'console_branding:file', 'console_branding:hint', 'console_branding:history', 'console_branding:mails', 'console_branding:part', 'console_branding:preview', 'console_branding:refused', 'console_branding:stale', 'console_projects:provider', 'console_projects:revision', 'console_projects:text'],
  '/w/:workspace/p/:project/branding/history/:part': ['console:crumbs', 'console:pager', 'console_branding', 'console_branding:field', 'console_branding:history', 'console_branding:mail', 'console_branding:refused', 'console_branding:stale', 'console_projects:revision'],
  '/w/:workspace/p/:project/mails': ['console:crumbs', 'console:table', 'console_branding:bar', 'console_branding:history', 'console_branding:mail', 'console_branding:mails', 'console_branding:refused', 'console_branding:stale', 'console_projects:revision'],
  '/w/:workspace/p/:project/mails/:template': ['console:crumbs', 'console:form', 'console_branding', 'console_branding:bar', 'console_branding:field', 'console_branding:mail', 'console_branding:mails', 'console_branding:part_of_mail', 'console_branding:refused', 'console_branding:stale'],
  '/w/:workspace/keys': ['console:crumbs', 'console:dialog', 'console:filter', 'console:form', 'console:list', 'console:one_time', 'console:pager', 'console:table', 'console_workspace:key_role_text', 'console_workspace:keys', 'console_workspace:keys.create_lead', 'console_workspace:keys.lead', 'console_workspace:members'],
  '/w/:workspace/audit': ['console:crumbs', 'console:filter', 'console:list', 'console:pager', 'console:table', 'console_activity', 'console_activity:credential', 'console_activity:did', 'console_activity:method', 'console_activity:reason', 'console_activity:said', 'console_activity:template', 'console_activity:who', 'console_activity:with', 'console_people:jobs', 'console_people:people', 'console_workspace:audit', 'console_workspace:audit.lead'],
  '/w/:workspace/settings': ['console:crumbs', 'console:form', 'console_workspace:settings'],
  '/w/:workspace/p/:project/keys': ['console:crumbs', 'console:dialog', 'console:filter', 'console:form', 'console:list', 'console:one_time', 'console:pager', 'console:table', 'console_workspace:key_role_text', 'console_workspace:keys', 'console_workspace:keys.create_lead', 'console_workspace:keys.lead', 'console_workspace:members'],
  '/w/:workspace/p/:project/audit': ['console:crumbs', 'console:filter', 'console:list', 'console:pager', 'console:table', 'console_activity', 'console_activity:credential', 'console_activity:did', 'console_activity:method', 'console_activity:reason', 'console_activity:said', 'console_activity:template', 'console_activity:who', 'console_activity:with', 'console_people:jobs', 'console_people:people', 'console_workspace:audit', 'console_workspace:audit.lead'],
  '/failed': ['console:nav'],
  '/*': ['console:nav'],
} as const satisfies Readonly<Record<string, readonly TextPart[]>>

/** TABLE: what modules say that script loads later, by their paths, beside the frame of a workspace. */
// prettier-ignore
export const laterParts = {
  'palette/palette.tsx': ['console:command', 'console:one_time', 'console:shortcuts', 'console_projects:switch.courier', 'console_projects:switch.selfservice', 'console_projects:switch.session'],
  'palette/shortcuts.tsx': ['console:shortcuts'],
} as const satisfies Readonly<Record<string, readonly TextPart[]>>
