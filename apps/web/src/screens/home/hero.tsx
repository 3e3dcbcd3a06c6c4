import { rememberRecipient } from '../../host/stored-recipients.ts';
import { useLookUp } from '../../recipient/use-look-up.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useNavigate } from '../../ui/navigation.tsx';
import { useOnline } from '../../ui/use-online.ts';
import { word } from '../../words/word.ts';
import { HeroArt } from './hero-art.tsx';

/** The id is checked here, and the pay screen opens with the person on it. A refusal stays under the field. */
export function Hero() {
  const navigate = useNavigate();
  const isOnline = useOnline();
  const { typed, type, isSearching, error, search } = useLookUp((recipient) => {
    rememberRecipient(recipient);
    navigate('/pay');
  });
  return (
    <section className="hero">
      <HeroArt />
      <div className="hero-copy">
        <h1>{word('home.heroTitle')}</h1>
        <p className="hero-lead">{word('home.heroBody')}</p>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            search();
          }}
        >
          <Field
            label={word('search.label')}
            isLabelHidden
            placeholder={word('search.label')}
            value={typed}
            inputMode="numeric"
            error={error}
            start={<Icon name="circle-user-round" />}
            onChange={type}
            testId="recipient-id"
          />
          <Button type="submit" busy={isSearching} held={isOnline ? null : word('net.notConnected')}>
            {word('common.continue')}
          </Button>
        </form>
        <p className="hero-hint micro">{word('home.idWhere')}</p>
      </div>
    </section>
  );
}
