import '../../words/load-home.ts';

export function HomeScreen() {
  return <main className="page" />;
}
