interface LanguageSample {
  /** ISO 639-1 code. */
  language: string;
  name: string;
  text: string;
}

/** A short text of our own in each language; every one tells of an ordinary day. */
export const languageSamples: readonly LanguageSample[] = [
  {
    language: 'de',
    name: 'German',
    text: `Am Morgen stehe ich auf, öffne das Fenster und schaue, wie das Wetter ist. Dann koche ich Kaffee und esse
      ein Brot mit Butter und Käse. Meine Schwester wohnt nicht weit von hier, und wir gehen oft zusammen zur Arbeit.
      Auf dem Weg sprechen wir über die Kinder, die Schule und die Nachrichten. Was machst du heute Abend? Ich weiß es
      noch nicht, aber vielleicht lese ich ein Buch oder schreibe meinen Freunden einen Brief. Es ist schön, wenn man
      Zeit hat und niemand etwas von einem will. Das Leben in dieser Stadt gefällt mir sehr. Guten Tag, wie geht es
      Ihnen? Danke, mir geht es gut.`,
  },
  {
    language: 'en',
    name: 'English',
    text: `In the morning I get up, open the window and look what the weather is like. Then I make coffee and eat bread
      with butter and cheese. My sister lives not far from here, and we often walk to work together. On the way we talk
      about the children, the school and the news. What are you doing this evening? I do not know yet, but perhaps I
      shall read a book or write a letter to my friends. It is good to have time when nobody wants anything from you. I
      like the life in this town very much. Good day, how are you? Thank you, I am well and hope that you are too.`,
  },
  {
    language: 'es',
    name: 'Spanish',
    text: `Por la mañana me levanto, abro la ventana y miro qué tiempo hace. Luego preparo café y como pan con
      mantequilla y queso. Mi hermana vive no muy lejos de aquí, y muchas veces vamos juntos al trabajo. En el camino
      hablamos de los niños, de la escuela y de las noticias. ¿Qué haces esta noche? Todavía no lo sé, pero quizás lea
      un libro o escriba una carta a mis amigos. Es bueno tener tiempo cuando nadie quiere nada de ti. Me gusta mucho la
      vida en esta ciudad. Buenos días, ¿cómo está usted? Gracias, estoy bien.`,
  },
  {
    language: 'fr',
    name: 'French',
    text: `Le matin, je me lève, j'ouvre la fenêtre et je regarde quel temps il fait. Ensuite je prépare le café et je
      mange du pain avec du beurre et du fromage. Ma sœur habite près d'ici, et nous allons souvent ensemble au travail.
      En chemin, nous parlons des enfants, de l'école et des nouvelles. Que fais-tu ce soir ? Je ne sais pas encore, mais
      peut-être que je lirai un livre ou que j'écrirai une lettre à mes amis. C'est agréable d'avoir du temps quand
      personne ne veut rien de vous. J'aime beaucoup la vie dans cette ville. Bonjour, comment allez-vous ? Merci, je
      vais bien.`,
  },
  {
    language: 'it',
    name: 'Italian',
    text: `La mattina mi alzo, apro la finestra e guardo che tempo fa. Poi preparo il caffè e mangio del pane con burro
      e formaggio. Mia sorella abita non lontano da qui, e spesso andiamo insieme al lavoro. Per strada parliamo dei
      bambini, della scuola e delle notizie. Che cosa fai questa sera? Non lo so ancora, ma forse leggerò un libro o
      scriverò una lettera ai miei amici. È bello avere tempo quando nessuno vuole niente da te. Mi piace molto la vita
      in questa città. Buongiorno, come sta? Grazie, sto bene.`,
  },
  {
    language: 'nl',
    name: 'Dutch',
    text: `In de ochtend sta ik op, doe het raam open en kijk wat voor weer het is. Dan zet ik koffie en eet ik brood
      met boter en kaas. Mijn zus woont niet ver hiervandaan, en we lopen vaak samen naar het werk. Onderweg praten we
      over de kinderen, de school en het nieuws. Wat doe je vanavond? Ik weet het nog niet, maar misschien lees ik een
      boek of schrijf ik een brief aan mijn vrienden. Het is fijn om tijd te hebben als niemand iets van je wil. Ik houd
      erg van het leven in deze stad. Goedendag, hoe gaat het met u? Dank u, het gaat goed.`,
  },
  {
    language: 'pl',
    name: 'Polish',
    text: `Rano wstaję, otwieram okno i patrzę, jaka jest pogoda. Potem robię kawę i jem chleb z masłem i serem. Moja
      siostra mieszka niedaleko stąd i często chodzimy razem do pracy. Po drodze rozmawiamy o dzieciach, o szkole i o
      wiadomościach. Co robisz dziś wieczorem? Jeszcze nie wiem, ale może przeczytam książkę albo napiszę list do
      przyjaciół. Dobrze jest mieć czas, kiedy nikt niczego od ciebie nie chce. Bardzo lubię życie w tym mieście. Dzień
      dobry, jak się pan ma? Dziękuję, mam się dobrze.`,
  },
  {
    language: 'pt',
    name: 'Portuguese',
    text: `De manhã levanto-me, abro a janela e vejo como está o tempo. Depois faço café e como pão com manteiga e
      queijo. A minha irmã mora não muito longe daqui, e muitas vezes vamos juntos para o trabalho. No caminho falamos
      das crianças, da escola e das notícias. O que fazes esta noite? Ainda não sei, mas talvez leia um livro ou escreva
      uma carta aos meus amigos. É bom ter tempo quando ninguém quer nada de nós. Gosto muito da vida nesta cidade. Bom
      dia, como está o senhor? Obrigado, estou bem.`,
  },
  {
    language: 'ru',
    name: 'Russian',
    text: `Утром я встаю, открываю окно и смотрю, какая погода. Потом я варю кофе и ем хлеб с маслом и сыром. Моя сестра
      живёт недалеко отсюда, и мы часто вместе ходим на работу. По дороге мы говорим о детях, о школе и о новостях. Что
      ты делаешь сегодня вечером? Я ещё не знаю, но, может быть, я прочитаю книгу или напишу письмо друзьям. Хорошо,
      когда есть время и никто ничего от тебя не хочет. Мне очень нравится жизнь в этом городе. Здравствуйте, как дела?
      Спасибо, хорошо.`,
  },
  {
    language: 'sv',
    name: 'Swedish',
    text: `På morgonen går jag upp, öppnar fönstret och ser efter hur vädret är. Sedan kokar jag kaffe och äter bröd med
      smör och ost. Min syster bor inte långt härifrån, och vi går ofta tillsammans till arbetet. På vägen pratar vi om
      barnen, skolan och nyheterna. Vad gör du i kväll? Jag vet inte ännu, men kanske läser jag en bok eller skriver ett
      brev till mina vänner. Det är skönt att ha tid när ingen vill något av en. Jag tycker mycket om livet i den här
      staden. God dag, hur står det till? Tack, jag mår bra.`,
  },
];
