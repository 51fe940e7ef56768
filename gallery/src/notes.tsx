import {
  Address,
  Alert,
  Avatar,
  Badge,
  Cut,
  Divider,
  drawings,
  Empty,
  Icon,
  type IconName,
  Person,
  ProviderIcon,
} from '@gatehouse/design/content'
import { Instant, RelativeTime } from '@gatehouse/design/time'
import { ErrorSummary, InPageLink } from '@gatehouse/design/controls'
import {
  Landscape,
  LanguageMenu,
  LinkLine,
  Mark,
  PictureText,
  ThemeButton,
  ThemeSwitch,
} from '@gatehouse/design/layout'
import classes from './gallery.module.css'
import { Specimen } from './specimen.tsx'

const providers = ['google', 'microsoft', 'github', 'apple', 'facebook', 'gitlab', 'northwind']
const someTime = '2026-03-04T05:06:07Z'
const later = Date.parse(someTime) + 3 * 86_400_000
const iconNames = Object.keys(drawings) as readonly IconName[]
const languages = [
  { code: 'en', endonym: 'English', dir: 'ltr' },
  { code: 'ar', endonym: 'العربية', dir: 'rtl' },
] as const

/** Draws the components for reading, without input. */
export function Notes() {
  return (
    <>
      <Specimen name="Alert">
        <Alert kind="info">A code was sent.</Alert>
        <Alert kind="warning">No mail server is set.</Alert>
        <Alert kind="success">Your changes are saved.</Alert>
        <Alert kind="error" title="There is a problem.">
          The service does not answer. <a href="#alert">Try again</a>
        </Alert>
      </Specimen>
      <Specimen name="ErrorSummary">
        <ErrorSummary title="There is a problem." items={[{ text: 'Incorrect email or password.' }]} />
        <ErrorSummary
          title="There is a problem."
          items={[
            { text: 'Email: Please fill this in.', field: 'TextInput-error' },
            { text: 'Password: Please fill this in.', field: 'PasswordInput-error' },
          ]}
        />
      </Specimen>
      <Specimen name="Avatar, Person, Badge">
        <div className={classes.line}>
          <Avatar name="Ada Lovelace" />
          <Avatar name="ada@example.org" />
          <Avatar name="김하은" />
          <Avatar name="ليلى الفهري" />
          <Badge>Backup</Badge>
          <Badge tone="good">This device</Badge>
          <Badge tone="warn">Few left</Badge>
          <Badge tone="bad">Failed</Badge>
        </div>
        <Person name="ada@example.org" action={<a href="#avatar-person-badge">Change</a>} />
        <Person name="a.very.long.name.without.any.space.at.all.that.must.not.push.anything@example.org" />
      </Specimen>
      <Specimen name="Address">
        <p>
          <Address>ada.lovelace.of.the.analytical.engine@example.org</Address>
        </p>
      </Specimen>
      <Specimen name="Cut">
        <Cut>ada@example.org</Cut>
        <Cut>ada.lovelace.of.the.analytical.engine.and.of.everything.that.it.may.ever.calculate@example.org</Cut>
      </Specimen>
      <Specimen name="PictureText, Landscape">
        <div className={classes.picture}>
          <PictureText picture={<Landscape />}>Good to see you again.</PictureText>
        </div>
      </Specimen>
      <Specimen name="Instant, RelativeTime">
        <div className={classes.line}>
          <Instant at={someTime} language="en" />
          <Instant at={someTime} language="ar" look="date" />
          <RelativeTime at={someTime} language="en" now={later} />
          <RelativeTime at={someTime} language="ko" now={later} look="short" />
        </div>
      </Specimen>
      <Specimen name="Empty">
        <Empty title="No people yet">
          <p>The sign-up form stands here.</p>
          <a href="#empty">Add a person</a>
        </Empty>
        <Empty drawing="letterbox" title="No messages" />
        <Empty drawing="lantern" title="No sessions" />
        <Empty drawing="bridge" title="No event streams" />
      </Specimen>
      <Specimen name="Divider">
        <Divider>or</Divider>
      </Specimen>
      <Specimen name="Icon, ProviderIcon">
        <div className={classes.line}>
          {iconNames.map((name) => (
            <Icon key={name} name={name} />
          ))}
        </div>
        <div className={classes.line}>
          {providers.map((provider) => (
            <ProviderIcon key={provider} provider={provider} name={provider} />
          ))}
        </div>
      </Specimen>
      <Specimen name="Mark, LanguageMenu, ThemeSwitch, ThemeButton, LinkLine, InPageLink">
        <Mark brand={{ name: 'Gatehouse', href: '#mark-languagemenu-themeswitch-themebutton-linkline-inpagelink' }} />
        <LanguageMenu label="Language" submit="Change" current="en" items={languages} action="#" here="/" />
        <ThemeSwitch
          label="Appearance"
          names={{ light: 'Light', dark: 'Dark', system: 'Automatic' }}
          current="system"
          action="#"
          here="/"
        />
        <ThemeButton
          label="Appearance"
          names={{ light: 'Light', dark: 'Dark', system: 'Automatic' }}
          current="system"
          action="#"
          here="/"
        />
        <p>
          <InPageLink to="checkbox-ticked">To a field of this page</InPageLink>
        </p>
        <LinkLine
          links={[
            { href: '#terms', label: 'Terms' },
            { href: '#privacy', label: 'Privacy' },
          ]}
        />
      </Specimen>
    </>
  )
}
