import type { LeagueTeams } from "@/server/catalogue/league-teams";
import { clubTable } from "@/server/catalogue/teams/club-table";

const shortWords: ReadonlyMap<string, readonly string[]> = new Map([
  ["Hellas", ["H", "Hel"]],
  ["Internazionale", ["Inter", "Int"]],
  ["Juve", ["J"]],
  ["Torino", ["Turin"]],
  ["Vicenza", ["Vic"]],
  ["Virtus", ["V", "Virt"]],
]);

const firstDivision = `
AC Milan | Milan, AC Mailand, Milan AC, A.C. Milan, ACM, Associazione Calcio Milan, AC Milano, Milan A.C. | MIL, ACM
AS Roma | Roma, AS Rom, A.S. Roma, Associazione Sportiva Roma, ASR, Roma AS | ROM, ASR
Atalanta BC | Atalanta, Atalanta Bergamo, Atalanta Bergamasca, Atalanta Bergamasca Calcio, Atalanta B.C., Atalanta Calcio, Atalanta BG, At. Bergamo | ATA, ATL
Bari | Bari 1908, SSC Bari, Bari SSC, AS Bari, FC Bari 1908, FC Bari, Bari FC, S.S.C. Bari | BAR
Benevento | Benevento Calcio | BEN
Bologna | Bologna FC, Bologna FC 1909, FC Bologna, Bologna F.C. 1909, BFC 1909, Bologna 1909 | BOL, BFC
Brescia | Brescia Calcio, Union Brescia, U. Brescia, Brescia BSFC | BRE
Cagliari | Cagliari Calcio, Cagliari 1920, Cagliari Calc. | CAG
Cesena FC | Cesena, AC Cesena, Cesena Calcio, FC Cesena | CES
Chievo | Chievo Verona, AC Chievo Verona, ChievoVerona, AC Chievo, Chievo V, AC ChievoVerona | CHI, CHV
Como | Como 1907, Como Calcio, Calcio Como, FC Como, Como 1907 FC | COM
Cremonese | US Cremonese, U.S. Cremonese, Cremona, USC | CRE
Crotone | FC Crotone, Crotone Calcio | CRO
Empoli | Empoli FC, FC Empoli, Empoli Calcio | EMP
Fiorentina | ACF Fiorentina, AC Fiorentina, Florence, AC Florenz, Florenz, ACF Firenze | FIO, FLO
Frosinone | Frosinone Calcio | FRO
Genoa | Genoa CFC, Genoa Cricket and Football Club, CFC Genoa, Genoa Cricket & FC, Genoa CFC 1893, Genoa 1893, CFC Genua, CFC Genoa 1893 | GEN, CFC
Hellas Verona | Verona, Hellas Verona FC, Hellas, H. Verona, Verona FC, Verona Hellas, Verona Calcio, Hellas V. | VER, HVE, HEL, HVR
Inter Milan | Inter, Internazionale, FC Internazionale, FC Internazionale Milano, Internazionale Milano, FC Inter, FC Inter Milan, Inter Milano, Inter Mailand,
  Internazionale FC, Inter FC, Inter M, FC Inter Milano, FC Inter Mailand, F.C. Internazionale Milano, Internaz, Int Milan, Football Club Internazionale Milano, Int. Milan, Internazionale Milan, Internazionale Mil | INT, FCIM, IMI
Juventus | Juventus FC, Juve, Juventus Turin, Juventus Torino, FC Juventus, Juventus Tor, FC Juventus Turin, Juventus Football Club | JUV
Juve Stabia | SS Juve Stabia, J. Stabia, S.S. Juve Stabia 1907, SS Juve Stabia 1907, Juve Stabia 1907, Stabia, Juve Stab, S.S. Juve Stabia | JST, STA
Lazio | SS Lazio, Lazio Roma, Lazio Rome, SS Lazio Roma, Lazio Rom, S.S. Lazio, Lazio SS, S. S. Lazio, Società Sportiva Lazio | LAZ, SSL
Lecce | US Lecce, U.S. Lecce | LEC
Modena | Modena FC, Modena Calcio, FC Modena, Modena F.C. 2018, Modena 2018 | MOD
Monza | AC Monza, Monza Calcio, A.C. Monza, Monza 1912, AC Monza Brianza | MON, MZA
Napoli | SSC Napoli, SSC Neapel, Naples, S.S.C. Napoli, Neapel, SSC Naples, Napoli SSC, Società Sportiva Calcio Napoli | NAP, SSCN
Palermo | US Palermo, US Città di Palermo, Palermo FC, SSD Palermo, US Citta di Palermo, FC Palermo, Palermo Calcio, Città di Palermo | PAL
Parma | Parma Calcio, Parma Calcio 1913, FC Parma, Parma FC, Parma 1913, Parma Calcio 13, AC Parma | PAR, PRM
Pescara | Pescara Calcio, Delfino Pescara, Delfino Pescara 1936, Pescara 1936 | PES
Pisa | Pisa SC, AC Pisa, AC Pisa 1909, Pisa Sporting Club, SC Pisa, Pisa 1909, Sporting Club Pisa, A.C. Pisa, Pisa Calcio, Pisa SC 1909 | PIS
SPAL | SPAL 2013, Spal Ferrara, SPAL 2013 Ferrara, S.P.A.L., Ars et Labor, Ars et Labor Ferrara, SPAL Ferrara 2013 | SPA, SPL
Salernitana | US Salernitana, US Salernitana 1919, Salernitana 1919, U.S. Salernitana 1919, U.S. Salernitana, Salernitana Calcio, Salerno | SAL
Sampdoria | UC Sampdoria, Sampdoria Genoa, U.C. Sampdoria, Sampdoria Genua, Samp, Samp Genoa, Unione Calcio Sampdoria, Sampdoria Genova, Sampdoria UC | SAM, SMP
Sassuolo | US Sassuolo, US Sassuolo Calcio, Sassuolo Calcio, U.S. Sassuolo Calcio, US Sassuolo C, Sassuolo US | SAS
Spezia | Spezia Calcio, La Spezia, AC Spezia, Spezia Calcio 1906, Spezia 1906 | SPE
Torino | Torino FC, FC Torino, Torino Calcio, Toro, AC Torino, FC Turin, Turin FC, Torino 1906 | TOR, TFC
Udinese | Udinese Calcio, Udine, Udinese 1896, Udinese Calc. | UDI
Venezia | Venezia FC, Venice, FC Venezia, AC Venezia, FC Venedig, Unione Venezia, FBC Unione Venezia, Venedig, SSC Venezia, Venezia F.C. | VEN
`;

const otherDivisions = `
Carpi | Carpi FC, Carpi FC 1909, AC Carpi, Athletic Carpi, Carpi 1909 | CRP
Ascoli | Ascoli Calcio, Ascoli Picchio, Ascoli Calcio 1898, Ascoli Picchio 1898, Ascoli Picchio FC 1898, Ascoli 1898 | ASC
Avellino | US Avellino, US Avellino 1912, Avellino Calcio, U.S. Avellino 1912, Avellino 1912, AS Avellino, AS Avellino 1912 | AVE
US Catanzaro 1929 | Catanzaro, US Catanzaro, Catanzaro 1929, Catanzaro Calcio, FC Catanzaro, Catanzaro FC, U.S. Catanzaro 1929, U.S. Catanzaro, Catanzaro Calcio 2011 | CTZ
Carrarese | Carrarese Calcio, Carrarese 1908, Carrarese Calcio 1908, Carrara | CAR
Cittadella | AS Cittadella, A.S. Cittadella, Cittadella 1973, AS Cittadella 1973 | CIT
Cosenza | Cosenza Calcio, Cosenza 1914, Cosenza Calcio 1914 | COS
Feralpisalò | FeralpiSalo, Feralpi Salò, AC FeralpiSalò, Feralpi, Feralpi Salo | FER
Lecco | Calcio Lecco, Calcio Lecco 1912, Lecco 1912, Lecco Calcio | LCC
Mantova | Mantova 1911, AC Mantova, Mantova FC, Mantova Calcio, Mantova 1911 SSD | MAN
Padova | Calcio Padova, Padova Calcio, Padua, AC Padova, Biancoscudati Padova | PAD
Perugia | AC Perugia, Perugia Calcio, AC Perugia Calcio, Perugia 1905 | PER
Pordenone | Pordenone Calcio | POR
Reggiana | AC Reggiana, AC Reggiana 1919, Reggio Audace, Reggiana 1919, A.C. Reggiana 1919, AC Reggiana Calcio, Reggio
  Audace FC, A.C. Reggiana, AC Reggio Emilia, Reggio Emilia | REG
Reggina | Reggina 1914, Urbs Reggina 1914, LFA Reggio Calabria, Reggina Calcio, Urbs Reggina, AS Reggina 1914, Reggina 1914 AS | RGG
Südtirol | FC Südtirol, Sudtirol, Suedtirol, FC Sudtirol, South Tyrol, Sudtirol Alto Adige, FC Südtirol Bolzano, Südtirol - Alto Adige, FC Südtirol - Alto Adige, Sudtirol-Alto Adige, Alto Adige, Bolzano | SUD, STR, SDT
Ternana | Ternana Calcio, Ternana Unicusano, Ternana 1925 | TER
Trapani | Trapani Calcio, FC Trapani 1905, FC Trapani, Trapani 1905 | TRA
Virtus Entella | Entella, AC Virtus Entella, Virtus Entella Chiavari, V. Entella, Entella Chiavari | ENT
Vicenza | LR Vicenza, LR Vicenza Virtus, Vicenza Calcio, L.R. Vicenza, Lanerossi Vicenza, Vicenza Virtus, L.R. Vicenza Virtus, LR Vicenza Virt, Vicenza LR | VIC
Ancona | AC Ancona, US Ancona, Ancona-Matelica, SSC Ancona, Ancona Calcio
Fano | Alma Juventus Fano, AJ Fano
Gallipoli | Gallipoli Calcio
Grosseto | US Grosseto, FC Grosseto, US Grosseto 1912
Piacenza | Piacenza Calcio, Piacenza Calcio 1919, FC Piacenza
Portogruaro | Calcio Portogruaro, Portosummaga
Varese | Città di Varese, AS Varese, AS Varese 1910, Varese Calcio
Virtus Lanciano | Lanciano, SS Virtus Lanciano 1924
Alessandria | US Alessandria, US Alessandria Calcio, Alessandria Calcio
Arezzo | SS Arezzo, US Arezzo, S.S. Arezzo, Arezzo Calcio, AC Arezzo
Arzignano | Arzignano Valchiampo, FC Arzignano Valchiampo, Union ArzignanoChiampo
Albinoleffe | UC AlbinoLeffe, AlbinoLeffe
Alcione Milano | Alcione
Audace Cerignola | Cerignola, SSD Audace Cerignola
Bra | AC Bra
Campobasso | Campobasso FC, Campobasso 1919, SS Campobasso
Caldiero Terme | Caldiero
Casarano | Casarano Calcio
Casertana | Casertana FC, Casertana 1908
Catania | Catania FC, Calcio Catania, Catania SSD, Catania Calcio
Cavese | Cavese 1919, Cavese Calcio
Cynthialbalonga | Cynthia Albalonga
Dolomiti Bellunesi | SSD Dolomiti Bellunesi
Fermana | Fermana FC
Fiorenzuola | US Fiorenzuola, US Fiorenzuola 1922
Foggia | Calcio Foggia, Foggia Calcio, Calcio Foggia 1920, Foggia 1920, US Foggia
Forlì | Forli FC, FC Forlì
Francavilla | FC Francavilla
Virtus Francavilla | Virtus Francavilla Calcio, V. Francavilla
Gelbison | Gelbison Vallo
Giana Erminio | AS Giana Erminio, Giana
Giugliano | Giugliano Calcio, Giugliano 1928, SSC Giugliano
Guidonia Montecelio | Guidonia, Guidonia Montecelio 1937
Gubbio | AS Gubbio, AS Gubbio 1910
Imolese | Imolese Calcio, Imolese Calcio 1919
Latina | Latina Calcio, Latina Calcio 1932, US Latina
Legnago | Legnago Salus, FC Legnago Salus
Livorno | US Livorno, AS Livorno, US Livorno 1915, AS Livorno Calcio, Livorno Calcio
Lucchese | Lucchese 1905, AS Lucchese
Lumezzane | FC Lumezzane, AC Lumezzane
Messina | ACR Messina, FC Messina, SSD ACR Messina
Monopoli | SS Monopoli, SS Monopoli 1966, Monopoli Calcio
Monterosi | Monterosi Tuscia, Monterosi Tuscia FC
Nocerina | Nocerina 1910, Nocerina Calcio
Novara | Novara FC, Novara Calcio
Olbia | Olbia Calcio, Olbia Calcio 1905
Ospitaletto | Ospitaletto Franciacorta
Pergolettese | US Pergolettese, US Pergolettese 1932
Pergocrema | US Pergocrema
Pianese | US Pianese
Picerno | AZ Picerno, Az Picerno
Pineto | Pineto Calcio
Pistoiese | US Pistoiese, US Pistoiese 1921
Pontedera | US Pontedera, US Città di Pontedera
Potenza | Potenza Calcio, Potenza SC
Pro Patria | Aurora Pro Patria, Aurora Pro Patria 1919
Pro Sesto | SSD Pro Sesto, Pro Sesto 1913
Pro Vercelli | FC Pro Vercelli, FC Pro Vercelli 1892, US Pro Vercelli
Ravenna | Ravenna FC, Ravenna Calcio, Ravenna FC 1913
Recanatese | US Recanatese
Renate | AC Renate
Rimini | Rimini FC, Rimini FC 1912, AC Rimini 1912, Rimini Calcio
Sambenedettese | US Sambenedettese, Samb
San Donato Tavarnelle | San Donato
Sangiuliano City | Sangiuliano, FC Sangiuliano City
Sestri Levante | USD Sestri Levante, Sestri Levante 1919
Siena | AC Siena, ACN Siena, Robur Siena, ACN Siena 1904, Siena FC, ACR Siena
Siracusa | Siracusa Calcio, Siracusa Calcio 1924
Sorrento | Sorrento Calcio, Sorrento 1945
Taranto | Taranto FC, Taranto FC 1927
Team Altamura | Altamura
Torres | Sassari Torres, SEF Torres, SEF Torres 1903, Torres Sassari
Trento | AC Trento, AC Trento 1921
Treviso | Treviso FBC, Treviso FC
Triestina | US Triestina, US Triestina Calcio 1918, Triestina Calcio
Turris | SS Turris, Turris Neapolis, SS Turris Calcio
Union Clodiense | Clodiense, Union Clodiense Chioggia
Virtus Verona | Virtus Vecomp Verona, Virtus Vecomp
Viterbese | US Viterbese, Viterbese Castrense
Vis Pesaro | Vis Pesaro 1898
Viareggio | Esperia Viareggio
`;

const options = {
  shortWords,
  suffixes: ["Calcio", "FC", "Football Club"],
  shared: {
    Milano: ["AC Milan", "Inter Milan"],
    Mailand: ["AC Milan", "Inter Milan"],
    Rome: ["AS Roma", "Lazio"],
    Turin: ["Juventus", "Torino"],
    Genova: ["Genoa", "Sampdoria"],
    Genua: ["Genoa", "Sampdoria"],
  },
};

/** Clubs that were in the first division in recent seasons. */
export const italianFirstDivision: LeagueTeams = clubTable(firstDivision, options);

/** Clubs of Serie A, Serie B and Serie C, and other clubs of the Coppa Italia. */
export const italianClubs: LeagueTeams = clubTable(firstDivision + otherDivisions, options);
